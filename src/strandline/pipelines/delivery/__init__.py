"""Editions on their way to people: planned, sent, and what came back."""

from strandline.pipelines.delivery.send import begin_sending, deliver, send_edition
from strandline.pipelines.delivery.subscribing import ask_to_confirm

__all__ = ["ask_to_confirm", "begin_sending", "deliver", "send_edition"]
