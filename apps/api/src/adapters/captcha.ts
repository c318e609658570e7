import { createHash, randomInt } from 'node:crypto'

/** Uniform in [0, 1). */
export type Random = () => number

const steps = 2 ** 32

/** For answers and seeds, which must be unpredictable. */
export const secureRandom: Random = () => randomInt(steps) / steps

/**
 * The same image and sound for the same seed. Store the seed with the answer: renderings of one
 * answer with different noise could be averaged to remove the noise.
 */
export function seededRandom(seed: string): Random {
  let block = Buffer.alloc(0)
  let offset = 0
  let count = 0

  return () => {
    if (offset === block.length) {
      block = createHash('sha256').update(`${seed}/${count}`).digest()
      offset = 0
      count++
    }
    offset += 4
    return block.readUInt32BE(offset - 4) / steps
  }
}

export const captchaLength = 5

/** Only six, because their words differ clearly in both languages; five and nine do not. */
export const captchaDigits = ['1', '2', '3', '4', '5', '6'] as const

export function captchaAnswer(random: Random): string {
  const digit = () => captchaDigits[Math.floor(random() * captchaDigits.length)]
  return Array.from({ length: captchaLength }, digit).join('')
}

/** Anything else is a bug of the caller. */
export function assertCaptchaAnswer(answer: string): void {
  if (!/^[1-6]{5}$/.test(answer)) throw new Error('a CAPTCHA answer is five digits from 1 to 6')
}
