"""The command: `python -m strandline.adapters.batch TITLES FOLDER`."""

import argparse
import json
import sys
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path

from strandline.adapters.batch.join import join_archive
from strandline.model.errors import ConfigError, StrandlineError, UsageError


def main() -> int:
    """Join an archive and print what came of it; 0 done, 1 failed, 2 wrong usage."""
    parser = argparse.ArgumentParser(
        prog="python -m strandline.adapters.batch",
        description="Find all near titles of an archive. Reads Parquet or JSON lines with the "
        "columns id, time, and title or folded; writes Parquet with a, b, jaccard.",
    )
    parser.add_argument("titles", help="path, pattern or address of the input")
    parser.add_argument("folder", type=Path, help="where the result goes: FOLDER/pairs")
    parser.add_argument("--window-hours", type=float, default=48.0)
    parser.add_argument("--least", type=float, default=0.5, help="least Jaccard, default 0.5")
    parser.add_argument("--processes", type=int, default=1, help="spans of time at once")
    asked = parser.parse_args()
    try:
        report = join_archive(
            asked.titles,
            asked.folder,
            window=timedelta(hours=asked.window_hours),
            least=asked.least,
            processes=asked.processes,
        )
    except StrandlineError as error:
        print(error, file=sys.stderr)
        return 2 if isinstance(error, UsageError | ConfigError) else 1
    print(json.dumps(asdict(report)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
