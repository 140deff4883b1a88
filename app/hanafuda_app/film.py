"""Positions as a film: an animated GIF, or MP4 where imageio-ffmpeg is installed."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from hanafuda_envs.position import Position
from hanafuda_envs.render import to_pixels
from hanafuda_envs.render.scene import HEIGHT, WIDTH

__all__ = ["write_gif", "write_mp4"]

LAST = 3.0
"""The last picture is shown so many times as long as the others."""
FPS = 10


def write_gif(
    positions: Sequence[Position], out: Path, view: str | None, *, seconds: float, width: int
) -> None:
    """Write an animated GIF that begins again at its end."""
    from PIL import Image

    size = _size(seconds, width)
    images = [
        Image.fromarray(pixels).resize(size, Image.Resampling.LANCZOS)
        for pixels in _pictures(positions, view)
    ]
    # One palette for all, from pictures of the whole game: only what changes is written then.
    sample = [images[n] for n in np.linspace(0, len(images) - 1, min(6, len(images))).astype(int)]
    strip = Image.new("RGB", (size[0], size[1] * len(sample)))
    for n, image in enumerate(sample):
        strip.paste(image, (0, size[1] * n))
    palette = strip.quantize(128)
    frames = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    times = [round(1000 * seconds)] * len(frames)
    times[-1] = round(1000 * seconds * LAST)
    frames[0].save(
        out, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=True
    )


def write_mp4(
    positions: Sequence[Position], out: Path, view: str | None, *, seconds: float, width: int
) -> None:
    """Write a film with H.264."""
    try:
        import imageio_ffmpeg
    except ImportError:
        raise ValueError(
            "a film in MP4 needs imageio-ffmpeg: pip install 'hanafuda-envs[video]' (or use --gif)"
        ) from None
    from PIL import Image

    wide, high = (side // 2 * 2 for side in _size(seconds, width))  # H.264 wants even sides
    writer = imageio_ffmpeg.write_frames(str(out), (wide, high), fps=FPS, macro_block_size=2)
    writer.send(None)
    times = [seconds] * (len(positions) - 1) + [seconds * LAST]
    for pixels, time in zip(_pictures(positions, view), times, strict=True):
        image = Image.fromarray(pixels).resize((wide, high), Image.Resampling.LANCZOS)
        data = np.ascontiguousarray(image).tobytes()
        for _ in range(max(1, round(time * FPS))):
            writer.send(data)
    writer.close()


def _size(seconds: float, width: int) -> tuple[int, int]:
    if not 0.02 <= seconds <= 60:
        raise ValueError(f"--seconds {seconds:g} is not possible: allowed is 0.02 to 60")
    if not 120 <= width <= 4 * WIDTH:
        raise ValueError(f"--width {width} is not possible: allowed is 120 to {4 * WIDTH}")
    return width, round(width * HEIGHT / WIDTH)


def _pictures(positions: Sequence[Position], view: str | None) -> Iterator[np.ndarray]:
    return (to_pixels(position, view=view) for position in positions)
