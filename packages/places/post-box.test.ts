import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasPostBox } from './post-box.ts'

describe('an address with a post box (spec 5)', () => {
  it.each([
    ...['P.O. Box 123', 'PO Box 123', 'P O Box 123', 'p.o.box123', 'PO-Box 9', 'POBox', 'P/O Box 7', 'P.O.B. 12'],
    ...['POB 12', 'P 0 Box 1', 'P0 B0X 1', 'P.O. B o x 4', 'PO Bx 12', 'P. Box 12', 'GPO Box 12', 'G.P.O. Box 12'],
    ...['Post Office Box 5', 'Postoffice Box 5', 'Post-Office-Box', 'Postal Box 5', 'Post Box 5', 'Postbox 5'],
    ...[
      '12 Main Street, PO Box 44',
      'c/o Smith, P.O.Box#44',
      'Post Off. Box 1',
      'Box 123',
      'BOX No 123',
      'ＰＯ Ｂｏｘ 1',
    ],
    ...['Boîte postale 12', 'Boite Postale', 'BP 123', 'B.P. 123', 'BP n° 12', 'Zone industrielle, BP 40', 'bp123'],
    ...[
      'Case postale 12',
      'Casier postal 3',
      'Postfach 10 12',
      'POSTFACH',
      'Postbus 12',
      'Postboks 12',
      'Postilokero 5',
    ],
    ...['Apartado 12', 'Apartado de Correos 12', 'Apartado Postal', 'Apdo. 12', 'Apdo. de correos', 'Apartado Aéreo 5'],
    ...['Casilla 12', 'Casilla de Correo 3', 'Caixa Postal 4', 'Cx. Postal 4', 'Casella postale 9', 'Cas. Post. 9'],
    ...[
      'Skrytka pocztowa 4',
      'Postafiók 3',
      'Poštanski pretinac 4',
      'Posta Kutusu 5',
      'Locked Bag 12',
      'Private Bag X12',
    ],
  ])('is detected in %j', (text) => expect(hasPostBox(text, 'FR')).toBe(true))

  it.each([
    ['Pf. 123', 'DE'],
    ['Pf 12', 'HU'],
    ['C.P. 123', 'IT'],
    ['PL 12', 'FI'],
    ['P.K. 12', 'TR'],
  ])('is detected in %j only in %s', (text, country) => {
    expect(hasPostBox(text, country)).toBe(true)
    expect(hasPostBox(text, 'US')).toBe(false)
  })

  it('is detected with any separators between its letters', () => {
    const mark = fc.constantFrom('', ' ', '.', '. ', '-', '/', '_', ' - ', ',', '\u200b', '\u00a0', '*')
    const letter = (one: string, ...others: string[]) => fc.constantFrom(one, one.toLowerCase(), ...others)
    const box = fc
      .tuple(
        ...[letter('P'), mark, letter('O', '0'), mark, letter('B'), letter('O', '0'), letter('X'), mark],
        fc.nat(99_999).map(String),
      )
      .map((parts) => parts.join(''))

    const street = fc.constantFrom('', '12 Main Street, ', 'Unit 4 - ', '9 ')
    fc.assert(
      fc.property(street, box, (before, text) => {
        expect(hasPostBox(before + text, 'US'), before + text).toBe(true)
      }),
    )
  })
})

describe('a street address', () => {
  it.each([
    ...[
      'Boxwood Street 3',
      'Poole Box Lane 3',
      '12 Box Hill Road',
      'Box Hill',
      'Expo Box Plaza',
      '4 Tempo Boxing Club',
    ],
    ...['Post Office Road 5', '5 Postgate Street', 'Postbusweg 3', 'Via Po 12', 'Via Po, B 12', 'Corso Po 4 bis'],
    ...['Calle Apartados 3', 'Apartado', 'Apartadó', 'Rue de la Boîte 4', 'Impasse des Postes 2', 'Casella 3'],
    ...[
      'PBX 12 Room',
      'Bpost Building',
      'Unit B, P12',
      '3 BPM Avenue',
      'Old Post House',
      'Poststrasse 12',
      'Pobeda 12',
    ],
    ...['Mail Box Etc. Street 3', 'Private Road 4', '1 Locked Gate Lane', 'Cp Road', 'Platz 3', 'P.O. Kalighat'],
    ...['Depot Box 12 Street', '', ' ', '12'],
  ])('is not taken for a post box: %j', (text) => expect(hasPostBox(text, 'US')).toBe(false))

  it('is not taken for a post box if no word names one', () => {
    const word = fc
      .stringMatching(/^[A-Z][a-z]{3,9}$/)
      .filter((text) => !/^(?:b[o0]x|post|gpo|ap|cas|caix|skr|loc|priv|mail|kotak|peti|boit|cx)/i.test(text))
    const kind = fc.constantFrom('Street', 'Avenue', 'Road', 'Straße', 'Rue', 'Lane')
    fc.assert(
      fc.property(fc.nat(9999), word, word, kind, (number, first, second, way) => {
        const text = `${number} ${first} ${second} ${way}`
        expect(hasPostBox(text, 'US'), text).toBe(false)
      }),
    )
  })

  it('is checked in reasonable time when it is very long', () => {
    for (const part of ['p ', 'po ', 'p o b ', 'post office ', 'box ', 'b p n ', '9', '. '])
      expect(hasPostBox(`${part.repeat(50_000)}!`, 'US')).toBe(false)
  })
})
