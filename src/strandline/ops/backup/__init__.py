"""Backups: made, listed, let go of, tried and brought back."""

from strandline.ops.backup.listing import Backup, Listed, find, find_first, list_backups, prune
from strandline.ops.backup.making import ExtraFile, Made, extra_files, make_backup
from strandline.ops.backup.restoring import Checked, Restored, check_backup, restore
from strandline.ops.backup.running import back_up, rehearse

__all__ = [
    "Backup",
    "Checked",
    "ExtraFile",
    "Listed",
    "Made",
    "Restored",
    "back_up",
    "check_backup",
    "extra_files",
    "find",
    "find_first",
    "list_backups",
    "make_backup",
    "prune",
    "rehearse",
    "restore",
]
