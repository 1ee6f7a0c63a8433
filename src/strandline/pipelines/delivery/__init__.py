"""Editions on their way to people: planned, sent, and what came back."""

from strandline.pipelines.delivery.send import begin_sending, run_sendings, send_edition

__all__ = ["begin_sending", "run_sendings", "send_edition"]
