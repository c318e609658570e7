import { type Finding, findingValues } from '@cotation/geometry'
import type { Texts } from './texts.ts'

/** `body` is absent when the finding concerns the file as a whole. */
export type ReportedFinding = Finding & { body?: string; message: string }

export const findingMessage = (finding: Finding, texts: Texts): string =>
  texts.say(`geometry.finding.${finding.rule}`, findingValues(finding, texts.number))

/** One finding as a row of text, with the name of its body if given. */
export function findingText({ severity, message }: ReportedFinding, texts: Texts, body = ''): string {
  const key = body === '' ? 'cli.finding' : 'cli.findingOn'
  return texts.say(key, { severity: texts.say(`geometry.severity.${severity}`), body, finding: message })
}
