import { anEmail, goodPassword } from '#test/builders.ts'
import { routeSamples } from './route-samples.ts'

const passwords = { password: goodPassword, confirmPassword: goodPassword }
const solved = { captchaId: '', answer: '' }

/** Routes of the caller's account and of the site. */
export const accountSamples = routeSamples(async () => anEmail(), {
  'PATCH /global/account/me': () => ({
    body: {
      username: 'Zoé',
      firstName: 'Z',
      lastName: 'D',
      company: 'C',
      phoneCode: '+33',
      phone: '0612345678',
      expressAccounts: { dhl: '123456789', fedex: '', sf: '' },
      expressAccount: '',
      title: 'other',
      industry: 'other',
      language: 'fr',
      timeZone: 'Europe/Paris',
    },
  }),
  'GET /global/account/image/{imageId}': () => ({ params: { imageId: '0'.repeat(32) } }),
  'POST /global/account/login': (email) => ({ body: { email, password: 'a' } }),
  'POST /global/account/register': (email) => ({
    body: {
      accountType: 'personal',
      userName: 'Zoé',
      email,
      ...passwords,
      agreeTerms: true,
      cm: 'a',
      referralCode: 'a',
      captcha: solved,
    },
  }),
  'POST /global/account/activeEmail': (email) => ({ body: { email, captcha: solved } }),
  'POST /global/account/activate': () => ({ body: { key: 'a' } }),
  'POST /global/account/password/resetSend': (email) => ({ body: { email, captcha: solved } }),
  'PATCH /global/account/password/reset': () => ({ body: { key: 'a', ...passwords } }),
  'PATCH /global/account/password': () => ({ body: { oldPassword: goodPassword, ...passwords, code: '123456' } }),
  'POST /global/account/password/confirm': () => ({ body: { password: goodPassword } }),
  'POST /global/account/email': (email) => ({ body: { email, password: goodPassword, code: '123456' } }),
  'POST /global/account/email/confirm': () => ({ body: { key: 'a' } }),
  'POST /global/account/email/undo': () => ({ body: { key: 'a' } }),
  'POST /global/account/secondFactor/confirm': () => ({ body: { code: '123456' } }),
  'POST /global/account/secondFactor/recoveryCodes': () => ({ body: { password: goodPassword, code: '123456' } }),
  'POST /global/account/secondFactor/turnOff': () => ({ body: { password: goodPassword, code: 'ABCDE-FGHJK' } }),
  'POST /global/account/secondFactor/passkey': () => ({
    body: { name: 'Clé', credentialId: 'a', clientData: 'a', authenticatorData: 'a', publicKey: 'a' },
  }),
  'POST /global/account/login/passkey': () => ({
    body: { credentialId: 'a', clientData: 'a', authenticatorData: 'a', signature: 'a' },
  }),
  'POST /global/account/login/secondFactor': () => ({ body: { code: '123456' } }),
  'GET /global/account/quick/loginUrl': () => ({ query: { channel: 'google', callback: '/a' } }),
  'POST /global/account/quick/callback': () => ({
    body: { channel: 'google', search: '?code=a&state=b', referralCode: 'a' },
  }),
  'PATCH /global/account/quick/unlinkQuick': () => ({ body: { channel: 'google' } }),
  'GET /global/catalogue/version': () => ({ query: { version: '2026-11-17.2' } }),
  'GET /global/tools/captchaAudio': () => ({ query: { captchaId: '0'.repeat(32) } }),
  'GET /global/tools/countryList': () => ({ query: { type: 'phoneCode' } }),
  'POST /global/account/contactUs': (email) => ({
    body: { name: 'Z', email, topic: 'quote', message: 'a', captcha: solved },
  }),
  'GET /global/account/distribution/access': () => ({ query: { cm: 'a' } }),
  'POST /global/tools/semRecord': () => ({ body: { referer: 'a', browse_url: 'b', cm: 'c', utm_source: 'd' } }),
  'POST /global/tools/detain': () => ({ body: { reasons: ['other'], other: 'a' } }),
})
