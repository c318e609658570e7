import type { AskedPart, OpenQuestion } from '#features/quote/commands/answer-expert.service.ts'

const longestQuestion = 60

/** Control characters of a customer's words would move the operator's cursor. */
const plain = (text: string) => text.replaceAll(/\p{Cc}/gu, ' ')

const shortened = (text: string) => (text.length > longestQuestion ? `${text.slice(0, longestQuestion - 1)}…` : text)

/** Every question that waits, in columns. */
export function questionTable(questions: readonly OpenQuestion[]): string {
  if (questions.length === 0) return 'No question waits.'
  return questions
    .map(({ lineId, askedAt, service, materialId, quantity, part, question }) =>
      [
        lineId,
        askedAt.toISOString(),
        service,
        `${quantity ?? '-'} × ${materialId ?? '-'}`,
        plain(part),
        shortened(plain(question)),
      ].join('  '),
    )
    .join('\n')
}

/** All that an expert needs of one part. */
export function questionReport(asked: AskedPart): string {
  const { measures, verdict } = asked
  const price = verdict?.price

  return [
    `line         ${asked.lineId}`,
    `part         ${plain(asked.part)}`,
    `file         ${plain(asked.fileName)}${asked.sha256 ? ` (parts/${asked.sha256})` : ''}`,
    `service      ${asked.service}`,
    `asked        ${asked.askedAt.toISOString()} by ${asked.email}`,
    `question     ${plain(asked.question)}`,
    ...(asked.comment === '' ? [] : [`comment      ${plain(asked.comment)}`]),
    ...(measures
      ? [
          `size         ${measures.sizeMm.map((side) => side.toFixed(2)).join(' × ')} mm`,
          `volume       ${(measures.volumeMm3 / 1000).toFixed(3)} cm³, ${measures.holes.length} holes`,
        ]
      : []),
    `automatic    ${price ? `${(price.linePrice.minor / 100).toFixed(2)} USD for the line` : 'no price'}`,
    ...(verdict?.faults ?? []).map(({ code, field }) => `fault        ${code} at ${field}`),
    ...(verdict?.findings ?? []).map(
      ({ rule, severity, value, limit }) =>
        `finding      ${rule} ${severity}: ${String(value)} against ${JSON.stringify(limit)}`,
    ),
    `wanted       ${JSON.stringify(asked.configuration, null, 2)}`,
  ].join('\n')
}
