import type { AskedPart, OpenQuestion } from '#features/quote/commands/expert.service.ts'

const maxQuestionLength = 60

/** Control characters in a customer's text would move the operator's cursor. */
const plain = (text: string) => text.replaceAll(/\p{Cc}/gu, ' ')

const shorten = (text: string) => (text.length > maxQuestionLength ? `${text.slice(0, maxQuestionLength - 1)}…` : text)

/** All open questions, one per row. */
export function questionTable(questions: readonly OpenQuestion[]): string {
  if (questions.length === 0) return 'There are no open questions.'

  return questions
    .map(({ lineId, askedAt, service, materialId, quantity, part, question }) =>
      [
        lineId,
        askedAt.toISOString(),
        service,
        `${quantity ?? '-'} × ${materialId ?? '-'}`,
        plain(part),
        shorten(plain(question)),
      ].join('  '),
    )
    .join('\n')
}

/** Everything that an expert needs to know about a part. */
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
