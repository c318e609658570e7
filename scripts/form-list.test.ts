import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { customerForms, guardedForms, staffForms, unlistedForms, visitorForms } from '../e2e/form-list.ts'

const web = join(import.meta.dirname, '../apps/web/src')
const listed = [visitorForms, customerForms, guardedForms, staffForms].flat().flatMap(({ files }) => files)

/** A form, or a question with a field to type in. */
const formPattern = /<form\b|<Confirm\b(?:(?!<\/Confirm>).)*<Text(?:Field|Area)\b/s

it('names every file with a form in the list that the journey opens, or says why not', () => {
  const withForms = globSync('**/*.tsx', { cwd: web }).filter(
    (file) => !/\.(test|fixture)\.tsx$/.test(file) && formPattern.test(readFileSync(join(web, file), 'utf8')),
  )
  const known = new Set([...listed, ...Object.keys(unlistedForms)])

  expect(withForms.length).toBeGreaterThan(50)
  expect(withForms.filter((file) => !known.has(file))).toEqual([])
  expect([...known].filter((file) => !withForms.includes(file))).toEqual([])
  expect(listed.filter((file) => file in unlistedForms)).toEqual([])
})
