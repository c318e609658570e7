import { languages } from '@cotation/domain'
import { expect, it } from 'vitest'
import { loadMessages, type Messages } from './index.ts'

/** The figures of a text, whatever its decimal sign: `0,2 mm` and `0.2 mm` are 0.2. */
const figuresIn = (text: string): number[] =>
  [...text.matchAll(/\d+(?:[.,]\d+)?(?=\s(?:mm|\())/g)].map(([figure]) => Number(figure.replace(',', '.')))

it.each(languages)('the guide asks for the clearances that findings ask for (%s)', async (language) => {
  const { finding } = (await loadMessages(language, 'geometry')) as unknown as Messages['geometry']
  const { resources } = (await loadMessages(language, 'site')) as unknown as Messages['site']
  const guide = figuresIn(resources.pages['design-3d-printing'].sections.holes.body)

  for (const rule of ['clearance-sla', 'clearance-pbf', 'clearance-slm'] as const) {
    const asked = figuresIn(finding[rule])
    expect(asked).toHaveLength(2)
    // The smaller gap for parts to be assembled comes before the larger one for parts that move.
    expect(guide.indexOf(asked[0] ?? 0)).toBeGreaterThan(-1)
    expect(guide.lastIndexOf(asked[1] ?? 0)).toBeGreaterThan(guide.indexOf(asked[0] ?? 0))
  }
})
