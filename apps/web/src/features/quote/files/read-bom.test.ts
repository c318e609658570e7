import { describe, expect, it } from 'vitest'
import { readBom } from './read-bom.ts'

const read = (text: string) => readBom(new TextEncoder().encode(text))

function rowsOf(text: string) {
  const bom = read(text)
  return bom.ok ? bom.rows : []
}

describe('a bill of materials', () => {
  it('is read with English titles', () => {
    const text =
      'File,Qty,Process,Material,Finish,Color,Tolerance,Comment\nbracket.step,10,CNC,6061,Anodized,black,±0.1,urgent'
    expect(rowsOf(text)).toEqual([
      {
        number: 2,
        names: ['bracket.step'],
        texts: {
          quantity: '10',
          process: 'CNC',
          material: '6061',
          finish: 'Anodized',
          colour: 'black',
          tolerance: '±0.1',
          comment: 'urgent',
        },
      },
    ])
  })

  it('is read with French titles, and units in brackets', () => {
    const text =
      'Fichier;Qté (pcs);Procédé;Matériau;Finition;Couleur;Tolérance (mm);Remarques\nbride.stp;3;;Inox 304;;;0,1;'
    expect(rowsOf(text)).toMatchObject([
      { names: ['bride.stp'], texts: { quantity: '3', material: 'Inox 304', tolerance: '0,1' } },
    ])
  })

  it.each([
    ['Nom du fichier', 'Quantité'],
    ['Référence', 'QTY'],
    ['Part Number', 'quantity'],
    ['PIÈCE', 'Nombre de pièces'],
    ['Désignation', 'nb'],
  ])('recognises the columns “%s” and “%s”', (part, quantity) => {
    expect(rowsOf(`${part};${quantity}\nx;4`)).toMatchObject([{ names: ['x'], texts: { quantity: '4' } }])
  })

  it('tries the file before the reference and the designation', () => {
    expect(rowsOf('Repère;Désignation;Référence;Fichier;Qté\n1;Bride;PN-7;bride.step;2')[0]?.names).toEqual([
      'bride.step',
      'PN-7',
      'Bride',
    ])
  })

  it('skips a title above the table, and rows without a part', () => {
    const bom = read('Machine 12;;\nDate;2026-11-17;\nItem;Part;Qty\n1;a;2\n;;\n2;;7\n3;b;1')
    expect(bom).toMatchObject({ ok: true, fields: ['quantity'], ignoredColumns: ['Item'] })
    expect(bom.ok && bom.rows.map(({ names }) => names[0])).toEqual(['a', 'b'])
  })

  it.each([
    ['has no column for the part', 'Weight,Qty\n3,4', 'noPartColumn'],
    ['is no table', 'hello', 'noPartColumn'],
    ['says nothing about the parts', 'File,Weight\na.step,3', 'noFields'],
    ['has only titles', 'File,Qty\n', 'noRows'],
    ['has more rows than a project', `File,Qty\n${'a,1\n'.repeat(201)}`, 'tooManyRows'],
  ])('is refused with the reason if it %s', (_what, text, reason) => {
    expect(read(text)).toEqual({ ok: false, reason })
  })
})
