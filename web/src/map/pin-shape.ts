/** The outline of a pin in a box of 16 by 24, whose tip is at the centre of the lower edge, and the hole in it. */
export const PIN = 'M8 23.2S15 14.6 15 8.2A7 7 0 0 0 1 8.2C1 14.6 8 23.2 8 23.2Z';
export const PIN_EYE = { cx: '8', cy: '8.2', r: '2.6' };

/** The size of a pin, in pixels. */
export const PIN_SIZE = { width: 16, height: 24 };
