import { uploadLimits } from '@cotation/domain'

/** Characters that the contract refuses in a name, and with it all files of the drop. */
const refusedCharacters = /[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Surrogate}]/gu

/** A file name that the contract accepts: shortened if necessary, with its extension (UPL-1). */
export function announcedName(name: string): string {
  const clean = name.replace(refusedCharacters, '').trim() || 'file'
  if (clean.length <= uploadLimits.nameLength) return clean
  const ending = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? ''
  return clean.slice(0, uploadLimits.nameLength - ending.length) + ending
}
