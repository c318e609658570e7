/** Pixels in the window. */
export interface Rect {
  left: number
  top: number
  width: number
  height: number
}

const gap = 12

/**
 * The position of a note beside its target: below it, else above, else over its lower end; always
 * inside the window.
 */
export function notePosition(
  target: Rect,
  note: Pick<Rect, 'width' | 'height'>,
  viewport: Pick<Rect, 'width' | 'height'>,
): { left: number; top: number } {
  const clamp = (value: number, size: number, space: number) => Math.max(gap, Math.min(value, space - size - gap))
  const below = target.top + target.height + gap
  const above = target.top - note.height - gap
  const overLowerEnd = viewport.height - note.height - gap

  let top = overLowerEnd
  if (below + note.height + gap <= viewport.height) top = below
  else if (above >= gap) top = above

  return {
    left: clamp(target.left + target.width / 2 - note.width / 2, note.width, viewport.width),
    top: clamp(top, note.height, viewport.height),
  }
}
