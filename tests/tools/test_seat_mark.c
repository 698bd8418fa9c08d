/* Seats look the same in the terminal and on pages, and can be read on both. */
#include "tests/base/testing.h"
#include "tools/console/seat_mark.h"

#include <math.h>

struct rgb {
    double r, g, b; /* 0 to 1 */
};

static struct rgb of_hex(const char *text)
{
    char *end;
    assert_int_equal(text[0], '#');
    const unsigned long bits = strtoul(text + 1, &end, 16);
    assert_ptr_equal(end, text + 7);
    assert_int_equal(*end, '\0');
    return (struct rgb){(double)(bits >> 16) / 255, (double)(bits >> 8 & 255) / 255,
                        (double)(bits & 255) / 255};
}

/* The colour cube that terminals of 256 colours have from 16 on. */
static struct rgb of_cube(int index)
{
    static const double level[] = {0, 95 / 255.0, 135 / 255.0, 175 / 255.0, 215 / 255.0, 1};
    assert_int_in_range(index, 16, 231);
    return (struct rgb){level[(index - 16) / 36], level[(index - 16) / 6 % 6],
                        level[(index - 16) % 6]};
}

static double hue(struct rgb c)
{
    const double high = fmax(c.r, fmax(c.g, c.b));
    const double span = high - fmin(c.r, fmin(c.g, c.b));
    assert_true(span > 0);
    const double sixth = high == c.r   ? (c.g - c.b) / span
                         : high == c.g ? (c.b - c.r) / span + 2
                                       : (c.r - c.g) / span + 4;
    return fmod(sixth * 60 + 360, 360);
}

static double apart(double a, double b)
{
    const double d = fabs(a - b);
    return fmin(d, 360 - d);
}

static double linear(double v)
{
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

/* As WCAG has it. */
static double contrast(struct rgb a, struct rgb b)
{
    const double la = 0.2126 * linear(a.r) + 0.7152 * linear(a.g) + 0.0722 * linear(a.b);
    const double lb = 0.2126 * linear(b.r) + 0.7152 * linear(b.g) + 0.0722 * linear(b.b);
    return (fmax(la, lb) + 0.05) / (fmin(la, lb) + 0.05);
}

TEST(test_one_hue_a_seat)
{
    for (unsigned seat = 0; seat < SV_MAX_SEATS; seat++) {
        const struct svi_seat_mark *mark = &svi_seat_marks[seat];
        const double light = hue(of_hex(mark->light));
        assert_int_equal(mark->letter, 'A' + (char)seat);
        assert_true(apart(light, hue(of_hex(mark->dark))) < 15);
        assert_true(apart(light, hue(of_cube(mark->many))) < 30);
        assert_int_in_range(mark->few, 1, 6);
        for (unsigned other = 0; other < seat; other++) {
            assert_int_not_equal(mark->many, svi_seat_marks[other].many);
            assert_string_not_equal(mark->light, svi_seat_marks[other].light);
            assert_string_not_equal(mark->dark, svi_seat_marks[other].dark);
        }
    }
}

TEST(test_readable)
{
    const struct rgb white = {1, 1, 1};
    const struct rgb black = {0, 0, 0};
    for (unsigned seat = 0; seat < SV_MAX_SEATS; seat++) {
        const struct svi_seat_mark *mark = &svi_seat_marks[seat];
        assert_true(contrast(of_hex(mark->light), white) >= 4.5);
        assert_true(contrast(of_hex(mark->dark), black) >= 4.5);
        assert_true(contrast(of_cube(mark->many), white) >= 3);
        assert_true(contrast(of_cube(mark->many), black) >= 3);
    }
}
