"""What ``render`` does in every environment: the modes, and a window for people."""

import importlib.util
import warnings
from typing import Any

import numpy as np
from gymnasium.error import DependencyNotInstalled

from hanafuda_envs.position import Position
from hanafuda_envs.render import to_pixels, to_text

__all__ = ["RENDER_FPS", "RENDER_MODES", "Display"]

RENDER_MODES = ("ansi", "rgb_array", "human")
RENDER_FPS = 4
"""Pictures a second that a person can follow; a window keeps this pace."""

_ALLOWED = "'ansi', 'rgb_array' or 'human'"


class Display:
    """Draws positions in one mode: text, pixels, or a window.

    A copy or pickle of it has the mode, but no window until it draws.
    """

    def __init__(self, mode: str | None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise ValueError(f"render_mode={mode!r} is not possible: allowed is {_ALLOWED}")
        if mode == "human" and importlib.util.find_spec("pygame") is None:
            raise DependencyNotInstalled(
                "render_mode='human' opens a window and needs pygame-ce: "
                "pip install 'hanafuda-envs[play]'"
            )
        self.mode = mode
        self._window: _Window | None = None

    def draw(self, position: Position, view: str | None) -> "str | np.ndarray | None":
        """The picture that the mode asks for; a window shows it and returns nothing."""
        if self.mode == "ansi":
            return to_text(position, view=view)
        if self.mode == "rgb_array":
            return to_pixels(position, view=view)
        if self.mode == "human":
            if self._window is None:
                self._window = _Window(position.game.title)
            self._window.show(to_pixels(position, view=view))
            return None
        warnings.warn(
            f"nothing is drawn: make the environment with a render_mode, {_ALLOWED}", stacklevel=3
        )
        return None

    def show(self, position: Position, view: str | None) -> None:
        """In a window: show the new position, and leave time to look at it; else nothing."""
        if self.mode == "human":
            self.draw(position, view)
            assert self._window is not None
            self._window.wait()

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def __reduce__(self) -> tuple[type["Display"], tuple[str | None]]:
        return Display, (self.mode,)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Display":
        return Display(self.mode)


class _Window:
    """A window of pygame. Once its user has closed it, it stays closed and the game goes on."""

    def __init__(self, title: str) -> None:
        import pygame

        self._pygame = pygame
        pygame.display.init()
        self._title, self._screen, self._clock = title, None, pygame.time.Clock()
        self._open = True

    def show(self, pixels: np.ndarray) -> None:
        """Show a picture."""
        if not self._open:
            return
        pygame = self._pygame
        if self._screen is None:
            self._screen = pygame.display.set_mode((pixels.shape[1], pixels.shape[0]))
            pygame.display.set_caption(self._title)
        pygame.surfarray.blit_array(self._screen, pixels.swapaxes(0, 1))
        pygame.display.flip()
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()

    def wait(self) -> None:
        """Wait until it is time for the next picture."""
        if self._open:
            self._clock.tick(RENDER_FPS)

    def close(self) -> None:
        if self._open:
            self._open = False
            self._pygame.display.quit()
