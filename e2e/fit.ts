import { expect, type Page } from '@playwright/test'

/** WCAG 1.4.12: readers may widen lines, letters and words to these distances. */
const wideTexts =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
  'p { margin-bottom: 2em !important }'

/** Ways to read a page, each with the window width that it is required at. */
const readings = [
  // WCAG 1.4.10: a window of 1280 px at 400 %.
  { name: '320 px', width: 320, style: '' },
  // WCAG 1.4.4, on a phone.
  { name: 'texts of 200 %', width: 390, style: ':root { font-size: 32px !important }' },
  { name: 'wide text spacing', width: 390, style: wideTexts },
] as const

/**
 * Controls that leave the window or whose text is cut, and the overflow of the page. Runs in the
 * browser.
 */
function misfits(): string[] {
  const found: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.push(`the page scrolls sideways by ${scrollWidth - clientWidth} px`)

  /** Rounding and italics may overlap an edge by a pixel or two. */
  const slackPx = 2

  const scrollsSideways = (element: Element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
  const clips = (element: Element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX)

  /** The edges that a text must stay within, or none inside of a box that scrolls sideways. */
  const visibleBox = (control: Element): { left: number; right: number } | null => {
    const box = { left: 0, right: clientWidth }
    for (let element: Element | null = control; element; element = element.parentElement) {
      if (scrollsSideways(element)) return null
      if (!clips(element) && element !== control) continue
      const { left, right } = element.getBoundingClientRect()
      box.left = Math.max(box.left, left)
      box.right = Math.min(box.right, right)
    }
    return box
  }

  /** Where the visible texts of a control are. */
  const textRects = (control: Element): DOMRect[] => {
    const rects: DOMRect[] = []
    const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (texts.nextNode()) {
      if (texts.currentNode.parentElement?.closest('.visually-hidden, option')) continue
      range.selectNodeContents(texts.currentNode)
      rects.push(...range.getClientRects())
    }
    return rects
  }

  for (const control of document.querySelectorAll('button, a, summary, select, input, textarea, label')) {
    const isShown = control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (!isShown || control.closest('.visually-hidden, [aria-hidden="true"]')) continue
    const box = visibleBox(control)
    if (box === null) continue

    const rects = [control.getBoundingClientRect(), ...textRects(control)]
    const isCut = rects.some(
      ({ left, right, width }) => width > 1 && (left < box.left - slackPx || right > box.right + slackPx),
    )
    const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? ''
    if (isCut) found.push(`${control.tagName.toLowerCase()} “${name.slice(0, 60)}” is cut`)
  }

  return found
}

/** Reports the faults of all readings at once. */
const expectAll = expect.configure({ soft: true })

/** Nothing scrolls sideways and no control is cut, in a narrow window or with large or wide texts. */
export async function expectFit(page: Page): Promise<void> {
  const { height } = page.viewportSize() ?? { height: 844 }

  for (const { name, width, style } of readings) {
    await page.setViewportSize({ width, height })
    // A constructed sheet, because the content policy refuses style elements.
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      document.adoptedStyleSheets = [sheet]
    }, style)

    // Sizes that scripts measure, such as that of the viewer, follow a moment later.
    await expectAll
      .poll(() => page.evaluate(misfits), { message: `${name} at ${page.url()}`, timeout: 60_000 })
      .toEqual([])
  }

  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
}
