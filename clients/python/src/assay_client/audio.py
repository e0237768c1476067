"""Clients of the audio service and the models of its requests and answers."""

from ._async.audio import AsyncAudioClient
from ._sync.audio import AudioClient
from .errors import AssayError
from .models import audio as models

__all__ = ["AssayError", "AsyncAudioClient", "AudioClient", "models"]
