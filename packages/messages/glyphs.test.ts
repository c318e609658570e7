import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@cotation/domain'
import { describe, expect, it } from 'vitest'

/** What the part of the font that pages load can draw; any other sign would be a box where the system has no font for it. */
const drawn = /^[\0-\u00ff\u0131\u0152\u0153\u2000-\u206f\u20ac\u2122\u2191\u2193\u2212\u2215]*$/u

describe.each(languages)('texts in %s', (language) => {
  const folder = join(import.meta.dirname, language)
  it.each(readdirSync(folder))('%s uses signs that the font has', (file) => {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n')
    expect(lines.filter((line) => !drawn.test(line))).toEqual([])
  })
})
