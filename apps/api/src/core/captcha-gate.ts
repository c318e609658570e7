import type { Language } from '@cotation/domain'
import { captchaAudio } from '#adapters/captcha.audio.ts'
import { captchaImage } from '#adapters/captcha.image.ts'
import { captchaAnswer, type Random, secureRandom, seededRandom } from '#adapters/captcha.ts'
import { AppError } from '#core/app-error.ts'
import { newPublicId, newSecret, secretHash } from '#core/secrets.ts'
import type { Db } from '#db/database.ts'

const lifetimeSeconds = 300

export interface CaptchaGate {
  /** A new puzzle for a browser; a known secret is kept, so that two tabs can each solve one. */
  challenge(
    knownSecret: string | undefined,
  ): Promise<{ captchaId: string; browserSecret: string; image: Uint8Array; expiresIn: number }>
  /** The digits, spoken. */
  audio(captchaId: string, browserSecret: string | undefined, language: Language): Promise<Uint8Array>
  /** Consumes the puzzle; throws CAPTCHA_WRONG unless right, in time and from the same browser. */
  assertSolved(proof: { captchaId: string; answer: string }, browserSecret: string | undefined): Promise<void>
}

/** Puzzles are in the database, for all servers to check (ABU-4: once, 5 minutes, one browser). */
export function createCaptchaGate(db: Db, clock: () => Date, random: Random = secureRandom): CaptchaGate {
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
        image: await captchaImage(answer, seededRandom(seed)),
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
      if (!row) throw new AppError('NOT_FOUND')

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
      if (row?.answer !== answer.replaceAll(/\s/g, '')) {
        throw new AppError('CAPTCHA_WRONG', { fields: [{ path: 'captcha.answer', code: 'CAPTCHA_WRONG' }] })
      }
    },
  }
}
