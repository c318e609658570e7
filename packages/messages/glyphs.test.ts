import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@cotation/domain'
import { describe, expect, it } from 'vitest'

/** The characters of the font subset that pages load. Others may show as an empty box. */
const supported = /^[\0-\u00ff\u0131\u0152\u0153\u2000-\u206f\u20ac\u2122\u2191\u2193\u2212\u2215]*$/u

describe.each(languages)('texts in %s', (language) => {
  const folder = join(import.meta.dirname, language)

  it.each(readdirSync(folder))('%s uses only characters of the loaded font', (file) => {
    const rows = readFileSync(join(folder, file), 'utf8').split('\n')
    expect(rows.filter((row) => !supported.test(row))).toEqual([])
  })
})
