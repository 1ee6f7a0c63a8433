"""Editions on their way to people: planned, sent, and what came back."""

from strandline.pipelines.delivery.people import ask_to_confirm
from strandline.pipelines.delivery.send import begin_sending, deliver, send_edition

__all__ = ["ask_to_confirm", "begin_sending", "deliver", "send_edition"]
