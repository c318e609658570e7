import { Fragment } from 'react'

/** Between words, and before the type at the end. */
const breaks = /(?<=[_-])(?=[^_-])|(?=\.[^.]+$)/g

/** A file name that wraps between its words and before its type, rather than within "STEP". */
export function BreakableName({ name }: { name: string }) {
  const ends = [...name.matchAll(breaks)].map(({ index }) => index)
  const starts = [0, ...ends]

  return starts.map((start, at) => (
    <Fragment key={start}>
      {start > 0 ? <wbr /> : null}
      {name.slice(start, ends[at])}
    </Fragment>
  ))
}
