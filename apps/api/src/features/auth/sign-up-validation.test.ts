import { describe, expect, it } from 'vitest'
import { aSignUp } from '#test/builders.ts'
import { rowsOf } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()

const company = {
  accountType: 'enterprise',
  firstName: 'A',
  lastName: 'B',
  company: 'C',
  title: 'buyer',
  industry: 'other',
  phoneCode: '+33',
  phone: '612345678',
}

/** Every refusal of the account forms (spec 5): input, field, and text in both languages. */
const refusals: [wrong: Record<string, unknown>, path: string, french: string, english: string][] = [
  [{ email: '' }, 'email', 'Veuillez saisir votre e-mail.', 'Please enter your e-mail.'],
  [{ email: undefined }, 'email', 'Veuillez saisir votre e-mail.', 'Please enter your e-mail.'],
  [{ email: 'zoe@' }, 'email', 'Cette adresse e-mail n’est pas valable.', 'This e-mail address is not valid.'],
  [{ password: '' }, 'password', 'Veuillez saisir votre mot de passe.', 'Please enter your password.'],
  [
    { password: '12x45', confirmPassword: '12x45' },
    'password',
    'Le mot de passe doit compter au moins 6\u00a0caractères.',
    'The password needs at least 6 characters.',
  ],
  [
    { confirmPassword: '' },
    'confirmPassword',
    'Veuillez confirmer votre mot de passe.',
    'Please confirm your password.',
  ],
  [
    { confirmPassword: 'other one' },
    'confirmPassword',
    'Les mots de passe ne correspondent pas',
    'Passwords do not match',
  ],
  [{ userName: '' }, 'userName', 'Veuillez saisir un nom d’utilisateur.', 'Please enter a user name.'],
  [
    { userName: 'a' },
    'userName',
    'Le nom d’utilisateur compte 2 à 12\u00a0caractères.',
    'The user name has 2 to 12 characters.',
  ],
  [
    { userName: '😀' },
    'userName',
    'Le nom d’utilisateur compte 2 à 12\u00a0caractères.',
    'The user name has 2 to 12 characters.',
  ],
  [
    { userName: 'a'.repeat(13) },
    'userName',
    'Le nom d’utilisateur compte 2 à 12\u00a0caractères.',
    'The user name has 2 to 12 characters.',
  ],
  [
    { userName: 'a\u202eb' },
    'userName',
    'Ce texte contient des caractères non autorisés.',
    'This text contains characters that are not allowed.',
  ],
  [
    { userName: 'a\ud800b' },
    'userName',
    'Ce texte contient des caractères non autorisés.',
    'This text contains characters that are not allowed.',
  ],
  [
    { captcha: { captchaId: '', answer: '1' } },
    'captcha.captchaId',
    'Saisissez les chiffres de l’image.',
    'Enter the digits in the picture.',
  ],
  [
    { captcha: { captchaId: 'a\u0000b', answer: '1' } },
    'captcha.captchaId',
    'Saisissez les chiffres de l’image.',
    'Enter the digits in the picture.',
  ],
  [{ captcha: undefined }, 'captcha', 'Saisissez les chiffres de l’image.', 'Enter the digits in the picture.'],
  [{ agreeTerms: false }, 'agreeTerms', 'Vous n’avez pas donné votre accord', 'You have not chosen to agree'],
  [{ agreeTerms: undefined }, 'agreeTerms', 'Vous n’avez pas donné votre accord', 'You have not chosen to agree'],
  [
    { cm: 'a\u0000b' },
    'cm',
    'Ce texte contient des caractères non autorisés.',
    'This text contains characters that are not allowed.',
  ],
  [{ ...company, firstName: ' ' }, 'firstName', 'Veuillez saisir votre prénom.', 'Please enter your first name.'],
  [{ ...company, lastName: '' }, 'lastName', 'Veuillez saisir votre nom.', 'Please enter your last name.'],
  [{ ...company, company: undefined }, 'company', 'Veuillez saisir votre entreprise.', 'Please enter your company.'],
  [{ ...company, title: 'king' }, 'title', 'Veuillez choisir une fonction.', 'Please select a title.'],
  [
    { ...company, industry: undefined },
    'industry',
    'Veuillez choisir un secteur d’activité.',
    'Please select an industry.',
  ],
  [
    { ...company, phoneCode: '' },
    'phoneCode',
    'Veuillez choisir un indicatif international.',
    'Please select an international phone code.',
  ],
  [{ ...company, phone: '' }, 'phone', 'Veuillez saisir votre numéro de téléphone.', 'Please enter your phone number.'],
  [
    { ...company, phone: '12345' },
    'phone',
    'Le numéro de téléphone doit compter au moins 6\u00a0caractères.',
    'The phone number needs at least 6 characters.',
  ],
  [{ isRecharge: true }, 'isRecharge', 'Ce champ est inconnu.', 'This field is unknown.'],
  [{ activatedAt: '2026-01-01' }, 'activatedAt', 'Ce champ est inconnu.', 'This field is unknown.'],
  // A person's form has no company fields: what is not asked for is not taken.
  [{ company: 'C' }, 'company', 'Ce champ est inconnu.', 'This field is unknown.'],
]

describe('what a sign-up refuses (spec 5)', () => {
  it.each(refusals)('includes %j at %s, once per field, in both languages', async (wrong, path, french, english) => {
    const browser = app.browser()
    const body = { ...(await aSignUp(app, browser)), ...wrong }
    for (const [language, message] of [
      ['fr', french],
      ['en', english],
    ] as const) {
      browser.language = language
      const { status, error } = await browser.send('POST /global/account/register', { body })
      expect(status).toBe(422)
      expect(error.code).toBe('VALIDATION')
      const told = error.issues?.filter((issue) => issue.path === path).map((issue) => issue.message)
      expect(told).toEqual([message])
    }

    expect(await rowsOf(app, 'customer', { email: body.email ?? '' })).toEqual([])
  })
})
