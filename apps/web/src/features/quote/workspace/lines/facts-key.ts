import type { LineView } from '@cotation/contracts'

/** Facts are those of a body of a file in a unit: another of any, and they are asked for anew. */
export const factsKey = ({ upload, body }: LineView): string =>
  `${upload.id} ${upload.summary?.unit.name ?? ''} ${body?.index ?? 0}`
