import { readConfig } from '#core/config.ts'
import { type Closers, closeAll, openProductDatabase } from '#src/product-database.ts'
import { silentLog } from './silent-log.ts'

/** The answer of a CAPTCHA of a running installation, from its database: programs cannot read or hear it. */
export async function captchaAnswerOf(dataDir: string, captchaId: string): Promise<string> {
  const closers: Closers = []
  const config = readConfig({ ...process.env, DATA_DIR: dataDir })
  try {
    const { db } = await openProductDatabase(config, silentLog, () => new Date(), closers)
    const { answer } = await db
      .selectFrom('captcha')
      .select('answer')
      .where('id', '=', captchaId)
      .executeTakeFirstOrThrow()
    return answer
  } finally {
    await closeAll(closers)
  }
}
