/**
 * Calling codes of countries that write a zero before national numbers and leave it out in
 * international ones. Written out, because pages that only show a number would load the numbering
 * plans of all countries otherwise. Italy and others keep their zero.
 */
const codesWithTrunkZero: ReadonlySet<string> = new Set(
  (
    '20 27 31 32 33 40 41 43 44 46 49 51 53 54 55 58 60 61 62 63 64 66 81 82 84 86 90 91 92 93 94 95 98 ' +
    '211 212 213 218 231 232 233 234 243 249 250 251 252 254 255 256 260 261 262 263 264 265 291 ' +
    '353 355 358 359 370 373 374 375 377 380 381 382 383 385 386 387 389 421 423 508 590 591 593 594 595 596 598 ' +
    '686 850 855 856 880 886 961 962 963 964 966 967 970 971 972 976 977 994 995 996'
  ).split(' '),
)

/** The zero at the start, also in parentheses, with what separates it from the number. */
const trunkZero = /^\(?0\)?[\s.-]*/

/** A phone number to be read and dialled from any country: "+33 6 12 34 56 78", not "+33 06 12 …". */
export function phoneText(phoneCode: string, phone: string): string {
  const number = codesWithTrunkZero.has(phoneCode.slice(1)) ? phone.trim().replace(trunkZero, '') : phone.trim()
  return `${phoneCode} ${number}`.trim()
}
