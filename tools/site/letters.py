#!/usr/bin/env python3
"""Draws the letters of pictures that `solvent serve` makes (tools/serve/picture.c), from DejaVu Sans into vendor/dejavu: run it again
only to add characters. Needs python3-pil and fonts-dejavu-core."""
import os
import struct
import zlib

from PIL import Image, ImageDraw, ImageFont

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
SIZE, HEIGHT, BASELINE = 40, 48, 38
# ASCII, Latin-1, Latin Extended-A, Greek, Cyrillic, and some signs.
CODES = [*range(0x20, 0x7f), *range(0xa1, 0xad), *range(0xae, 0x180), *range(0x391, 0x3a2), *range(0x3a3, 0x3ca),
         *range(0x401, 0x40d), *range(0x40e, 0x450), *range(0x451, 0x45d), 0x2013, 0x2014, 0x2019, 0x2026, 0x20ac]

font = ImageFont.truetype(FONT, SIZE)
heads, pixels = b"", b""
for code in CODES:
    width = round(font.getlength(chr(code)))
    picture = Image.new("L", (width, HEIGHT))
    ImageDraw.Draw(picture).text((0, BASELINE), chr(code), 255, font, anchor="ls")
    heads += struct.pack("<HH", code, width)
    pixels += bytes(17 * round(value / 17) for value in picture.tobytes())  # 16 levels
folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "vendor", "dejavu")
whole = struct.pack("<HH", len(CODES), HEIGHT) + heads + pixels
with open(os.path.join(folder, "letters"), "wb") as f:
    f.write(struct.pack("<I", len(whole)) + zlib.compress(whole, 9))
