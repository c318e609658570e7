import type { Page } from '@playwright/test'

/** Pixels of one notch of a mouse wheel. */
const notch = 100
const mostTurns = 2000

/** Counts the page's frames from the first turn of the wheel. */
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

/** Turns the wheel over an element until its end, a notch about every frame; gives the lengths of the frames meanwhile in ms. */
export async function scrollThrough(page: Page, selector: string): Promise<number[]> {
  await page.locator(selector).hover({ position: { x: 200, y: 200 } })
  await page.evaluate(countFrames)

  const isAtEnd = (of: string) => {
    const { scrollTop, clientHeight, scrollHeight } = document.querySelector(of) ?? document.documentElement
    return scrollTop + clientHeight >= scrollHeight - 1
  }
  for (let turns = 0; !(await page.evaluate(isAtEnd, selector)); turns++) {
    if (turns > mostTurns) throw new Error(`${selector} does not scroll`)
    await page.mouse.wheel(0, notch)
  }

  return page.evaluate(() => (window as unknown as { frames: number[] }).frames)
}

/** The peer: as much to scroll, in a box of the same size, with nothing to do for it. */
export async function staticPage(page: Page, like: { width: number; height: number; scrollHeight: number }) {
  await page.setContent(
    `<div id="peer" style="overflow:auto;width:${like.width}px;height:${like.height}px">
      <div style="height:${like.scrollHeight}px;background:linear-gradient(#fff,#888)"></div></div>`,
  )
}
