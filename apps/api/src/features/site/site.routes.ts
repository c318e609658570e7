import { siteRoutes } from '@cotation/contracts'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import type { Deps } from '#core/deps.ts'
import { captchaFramePath } from '#http/captcha-frame.ts'
import type { Serve } from '#http/gateway.ts'
import { countChannelVisit, insertLeaveReason, insertSemRecord } from './site.repository.ts'
import { sendContactMessage } from './site.service.ts'

export function serveSite(serve: Serve, deps: Deps): void {
  serve(siteRoutes.captchaImage, async (_input, { cookies }) => {
    const { captchaId, browserSecret, image, expiresIn } = await deps.captcha.challenge(cookies.get('captcha'))
    cookies.set('captcha', browserSecret, expiresIn)
    if (image === null) return { captchaId, image: '', frame: `/gateway${captchaFramePath}`, expiresIn }
    return { captchaId, image: `data:image/png;base64,${Buffer.from(image).toString('base64')}`, expiresIn }
  })
  serve(siteRoutes.captchaAudio, async ({ query }, { cookies, language }) => ({
    bytes: await deps.captcha.audio(query.captchaId, cookies.get('captcha'), query.language ?? language),
    contentType: 'audio/wav',
  }))
  serve(siteRoutes.countryList, async () => [...phoneCodes])
  serve(siteRoutes.contactUs, ({ body }, caller) => sendContactMessage(deps, body, caller))
  serve(siteRoutes.channelAccess, ({ query }) =>
    countChannelVisit(deps.db, query.cm, deps.clock().toISOString().slice(0, 10)),
  )
  serve(siteRoutes.semRecord, ({ body }) => insertSemRecord(deps.db, deps.clock(), body))
  serve(siteRoutes.detain, async ({ body }, { session }) => {
    const { reasons, other } = body
    await insertLeaveReason(deps.db, deps.clock(), {
      customerId: session?.customerId ?? null,
      reasons,
      other: other ?? null,
    })
  })
}

/** Countries with their calling code, sorted by ISO code. */
const phoneCodes: readonly { country: string; phoneCode: string }[] = getCountries()
  .filter((country) => /^[A-Z]{2}$/.test(country))
  .map((country) => ({ country, phoneCode: `+${getCountryCallingCode(country)}` }))
  .sort((a, b) => a.country.localeCompare(b.country))
