import { createHash, randomInt } from 'node:crypto'

/** Uniform in [0, 1). */
export type Random = () => number

const steps = 2 ** 32

/** For answers and seeds: a visitor must not be able to foresee the next one. */
export const secureRandom: Random = () => randomInt(steps) / steps

/**
 * The same picture and sound for the same seed. Keep the seed with the answer: a visitor who asks again must get the
 * same noise, because many renderings of one answer could be averaged until the noise is gone.
 */
export function seededRandom(seed: string): Random {
  let block = Buffer.alloc(0)
  let at = 0
  let count = 0

  return () => {
    if (at === block.length) {
      block = createHash('sha256').update(`${seed}/${count}`).digest()
      at = 0
      count++
    }
    at += 4
    return block.readUInt32BE(at - 4) / steps
  }
}

export const captchaLength = 5

/** No more than six: people count the beeps. */
export const captchaDigits = ['1', '2', '3', '4', '5', '6'] as const

export function captchaAnswer(random: Random): string {
  const digit = () => captchaDigits[Math.floor(random() * captchaDigits.length)]
  return Array.from({ length: captchaLength }, digit).join('')
}

/** The rendering functions draw what they are told: anything else than an answer is a mistake of the caller. */
export function assertCaptchaAnswer(answer: string): void {
  if (!/^[1-6]{5}$/.test(answer)) throw new Error('a CAPTCHA answer is five digits from 1 to 6')
}
