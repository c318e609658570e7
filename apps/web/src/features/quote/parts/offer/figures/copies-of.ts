import { type Fault, mostParts } from '@cotation/domain'

/** How many copies of a file a customer wants, or what is wrong with what was typed. */
export type Copies = { copies: number; fault?: undefined } | { copies?: undefined; fault: Fault }

/** The whole number from 1 on that a customer typed, for a body that the file has `each` times: half a part is never priced. */
export function copiesOf(text: string, each: number): Copies {
  const max = Math.floor(mostParts / each)
  const wrong = (code: 'QUANTITY_NOT_WHOLE' | 'QUANTITY_TOO_LARGE'): Copies => ({
    fault: { code, field: 'quantity', detail: { max } },
  })
  if (!/^0*[1-9]\d*$/.test(text.trim())) return wrong('QUANTITY_NOT_WHOLE')
  const copies = Number(text)
  return copies > max ? wrong('QUANTITY_TOO_LARGE') : { copies }
}
