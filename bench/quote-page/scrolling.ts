import type { Page } from '@playwright/test'

/** Pixels per mouse wheel notch. */
const notch = 100
const maxTurns = 2000

/** Records the page's frames from the first wheel event. */
function countFrames() {
  const frames: number[] = []
  Object.assign(window, { frames })

  let last: number | undefined
  const frame = (now: number) => {
    if (last !== undefined) frames.push(now - last)
    last = now
    requestAnimationFrame(frame)
  }
  window.addEventListener('wheel', () => requestAnimationFrame(frame), { once: true, capture: true })
}

/** Scrolls an element to its end, about one notch per frame. Returns the frame durations (ms). */
export async function scrollThrough(page: Page, selector: string): Promise<number[]> {
  await page.locator(selector).hover({ position: { x: 200, y: 200 } })
  await page.evaluate(countFrames)

  const isAtEnd = (scroller: string) => {
    const { scrollTop, clientHeight, scrollHeight } = document.querySelector(scroller) ?? document.documentElement
    return scrollTop + clientHeight >= scrollHeight - 1
  }
  for (let turns = 0; !(await page.evaluate(isAtEnd, selector)); turns++) {
    if (turns > maxTurns) throw new Error(`${selector} does not scroll`)
    await page.mouse.wheel(0, notch)
  }

  return page.evaluate(() => (window as unknown as { frames: number[] }).frames)
}

/** The peer: an idle box of the same size with as much to scroll. */
export async function staticPage(page: Page, like: { width: number; height: number; scrollHeight: number }) {
  await page.setContent(
    `<div id="peer" style="overflow:auto;width:${like.width}px;height:${like.height}px">
      <div style="height:${like.scrollHeight}px;background:linear-gradient(#fff,#888)"></div></div>`,
  )
}
