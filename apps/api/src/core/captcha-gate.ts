import type { Language } from '@cotation/domain'
import { captchaAudio } from '#adapters/captcha.audio.ts'
import { captchaImage } from '#adapters/captcha.image.ts'
import type { CaptchaProvider } from '#adapters/captcha.provider.ts'
import { captchaAnswer, type Random, secureRandom, seededRandom } from '#adapters/captcha.ts'
import { AppError } from '#core/app-error.ts'
import { newPublicId, newSecret, secretHash } from '#core/secrets.ts'
import type { Db } from '#db/database.ts'

const lifetimeSeconds = 300

export interface CaptchaGate {
  /** A new puzzle for a browser, without an image if a provider shows its own. A known secret is kept, so that two tabs can each solve one. */
  challenge(
    knownSecret: string | undefined,
  ): Promise<{ captchaId: string; browserSecret: string; image: Uint8Array | null; expiresIn: number }>
  /** The digits, spoken. */
  audio(captchaId: string, browserSecret: string | undefined, language: Language): Promise<Uint8Array>
  /** Consumes the puzzle; throws CAPTCHA_WRONG unless right, in time and from the same browser. */
  assertSolved(proof: { captchaId: string; answer: string }, browserSecret: string | undefined): Promise<void>
}

interface CaptchaGateParts {
  db: Db
  clock: () => Date
  /** Null: the product's own picture and sound. */
  provider: CaptchaProvider | null
  random?: Random
}

const wrongAnswer = () => new AppError('CAPTCHA_WRONG', { fields: [{ path: 'captcha.answer', code: 'CAPTCHA_WRONG' }] })

/**
 * Puzzles are rows of the database, so that all servers can check them (ABU-4: once, 5 minutes, one
 * browser). A provider's puzzles have rows too, which prove that we issued them: the provider only
 * says whether a token is right.
 */
export function createCaptchaGate({ db, clock, provider, random = secureRandom }: CaptchaGateParts): CaptchaGate {
  const keyOf = (captchaId: string, browserSecret: string | undefined) => ({
    id: captchaId,
    browserHash: secretHash(browserSecret ?? ''),
    now: clock(),
  })

  return {
    async challenge(knownSecret) {
      const answer = captchaAnswer(random)
      const seed = newSecret()
      const captchaId = newPublicId()
      const browserSecret = knownSecret || newSecret()
      await db
        .insertInto('captcha')
        .values({
          id: captchaId,
          browser_hash: secretHash(browserSecret),
          answer,
          seed,
          expires_at: new Date(clock().getTime() + lifetimeSeconds * 1000),
        })
        .execute()

      return {
        captchaId,
        browserSecret,
        image: provider ? null : await captchaImage(answer, seededRandom(seed)),
        expiresIn: lifetimeSeconds,
      }
    },

    async audio(captchaId, browserSecret, language) {
      const key = keyOf(captchaId, browserSecret)
      const row = await db
        .selectFrom('captcha')
        .select(['answer', 'seed'])
        .where('id', '=', key.id)
        .where('browser_hash', '=', key.browserHash)
        .where('expires_at', '>', key.now)
        .executeTakeFirst()
      // The sound would give away nothing that a provider accepts; there is just none to hear.
      if (!row || provider) throw new AppError('NOT_FOUND')

      return captchaAudio(row.answer, language, seededRandom(row.seed))
    },

    async assertSolved({ captchaId, answer }, browserSecret) {
      const key = keyOf(captchaId, browserSecret)
      const row = await db
        .deleteFrom('captcha')
        .where('id', '=', key.id)
        .where('browser_hash', '=', key.browserHash)
        .where('expires_at', '>', key.now)
        .returning('answer')
        .executeTakeFirst()
      if (!row) throw wrongAnswer()

      const isRight = provider ? await provider.verify(answer) : row.answer === answer.replaceAll(/\s/g, '')
      if (isRight === null) throw new AppError('CAPTCHA_UNAVAILABLE')
      if (!isRight) throw wrongAnswer()
    },
  }
}
