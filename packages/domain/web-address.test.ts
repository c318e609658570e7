import { describe, expect, it } from 'vitest'
import { hasWebAddress } from './web-address.ts'

describe('a web address in a message', () => {
  it.each([
    'https://example.com',
    'HTTP://example.com',
    'hxxps://example.com',
    'hxxp example com',
    'ftp://files.example.com',
    'www.example.com',
    'WWW.Example.Com',
    'example.com',
    'Payez sur example.com.',
    '(example.com)',
    'example.com/pay',
    'example.com:8443',
    'pay.example.co.uk',
    'example[.]com',
    'Example.COM',
    'pay-example.de',
    'example.de',
    'bücher.example.shop',
    'pay.example.it',
    'pay-now.me',
    'example.it/pay',
    'example.museum/pay',
    'example.com?order=1',
    '203.0.113.7/pay',
    'bride.step: example.com/bride.step',
  ])('is found in “%s”', (text) => {
    expect(hasWebAddress(text)).toBe(true)
  })

  it.each([
    'bracket.step',
    'Voir bride_v2.stl/capot.stl et plan.pdf',
    'bracket.final.STEP, lot.zip',
    'Merci.Je reste à votre disposition',
    'Commande urgente.Merci de payer',
    'Thanks.it is urgent',
    'Please pay.Thanks',
    'Bien reçue.Bon/commande à suivre',
    'M. Dupont, p.ex. la réf. 4.2.1',
    'Ø 4.5 mm, 1.5/2.5 mm, 12.50/pièce',
    'PO 2026.11.17/3',
    'jean.dupont@example.com',
    'a.m./p.m.',
    'Écrivez à achats@example.fr.',
    '',
  ])('is not found in “%s”', (text) => {
    expect(hasWebAddress(text)).toBe(false)
  })
})
