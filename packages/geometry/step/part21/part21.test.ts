import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexPart21, type Part21 } from './part21.ts'
import { entityOf, headerValues, listOf, refOf, textOf } from './part21-values.ts'
import { stepHeader } from './step-header.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const head =
  "ISO-10303-21;\nHEADER;\nFILE_NAME('a','',(''),(''),'','CAD 7','');\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 }'));\nENDSEC;\n"
const file = (data: string) => `${head}DATA;\n${data}\nENDSEC;\nEND-ISO-10303-21;\n`

function indexed(text: string): Part21 {
  const result = indexPart21(bytesOf(text), () => undefined)
  if ('problem' in result) throw new Error(JSON.stringify(result))
  return result
}

const problemOf = (text: string) => indexPart21(bytesOf(text), () => undefined)

describe('indexing an exchange file', () => {
  it('finds entities by number and type in any sequence', () => {
    const step = indexed(file("#30=B('x');\n#10 = A ( #30, 2.5 ) ;\n#20=(C(1)D('y;)',$));"))
    expect(step.entities.count).toBe(3)
    expect(step.entities.indexOf(10)).toBe(1)
    expect(step.entities.indexOf(11)).toBeUndefined()
    expect(step.entities.ofType('A').map(step.entities.numberAt)).toEqual([10])
    expect(step.entities.ofType('D').map(step.entities.numberAt)).toEqual([20])
    expect(refOf(entityOf(step, 10)?.get('A')?.[0])).toBe(30)
    expect(entityOf(step, 20)?.get('D')).toEqual([{ text: 'y;)' }, null])
  })

  it('reads nested lists, typed values, words and comments', () => {
    const step = indexed(file("#1=A((1,(2.E1,-3)),LENGTH_MEASURE(25.4),.T., /* no; (' */ (.MILLI.),*,1e999);"))
    expect(entityOf(step, 1)?.get('A')).toEqual([
      [1, [20, -3]],
      { type: 'LENGTH_MEASURE', values: [25.4] },
      { word: 'T' },
      [{ word: 'MILLI' }],
      null,
      null,
    ])
  })

  it('decodes the escapes of names', () => {
    const name = (text: string) => textOf(entityOf(indexed(file(`#1=A('${text}');`)), 1)?.get('A')?.[0])
    expect(name("it''s")).toBe("it's")
    expect(name('Geh\\X2\\00E4\\X0\\use')).toBe('Gehäuse')
    expect(name('\\X2\\D83DDE00\\X0\\')).toBe('😀')
    expect(name('\\X4\\0001F600\\X0\\')).toBe('😀')
    expect(name('pi\\S\\hce \\X\\E9')).toBe('pièce é')
    expect(name('back\\\\slash')).toBe('back\\slash')
    expect(name('fol\r\nded')).toBe('folded')
    expect(name('çà')).toBe('çà')
  })

  it('reads the schema and the originating system', () => {
    expect(stepHeader(indexed(file('')))).toEqual({ schema: 'AP214', fileName: 'a', originatingSystem: 'CAD 7' })
    const other = (schema: string) => stepHeader(indexed(file('').replace(/AUTOMOTIVE[^']*/, schema))).schema
    expect(other('CONFIG_CONTROL_DESIGN')).toBe('AP203')
    expect(other('AP242_MANAGED_MODEL_BASED_3D_ENGINEERING_MIM_LF { 1 0 10303 442 1 1 4 }')).toBe('AP242')
    expect(other('IFC4')).toBe('other')
    expect(listOf(headerValues(indexed(file('')), 'FILE_SCHEMA')[0])).toHaveLength(1)
  })

  it('reports the line and the entity of an error', () => {
    expect(problemOf('hello')).toMatchObject({ problem: 'not-step', line: 1 })
    expect(problemOf(file(`#7=A(${'('.repeat(5000)}${')'.repeat(5000)});`))).toMatchObject({
      problem: 'malformed',
      entity: 7,
      line: 7,
    })
    expect(problemOf(file('#7=A(1;\n#8=B();'))).toMatchObject({ problem: 'malformed', entity: 7 })
    expect(problemOf(file('#7 A(1);'))).toMatchObject({ problem: 'malformed', entity: 7 })
    expect(problemOf(file("#7=CARTESIAN_POINT('',(1., NaN,0.));"))).toMatchObject({ problem: 'malformed', entity: 7 })
    expect(problemOf(file('#99999999999=A(1);'))).toMatchObject({ problem: 'malformed' })
  })

  it('detects a file that was cut anywhere', () => {
    const whole = file("#1=A('x');\n#2=B(#1);")
    const end = whole.indexOf('END-ISO')
    for (let length = 14; length < end; length++) {
      expect(problemOf(whole.slice(0, length)), `${length}`).toMatchObject({ problem: 'truncated', byte: length })
    }
  })

  it('never throws and never loops for any bytes', () => {
    const whole = bytesOf(file("#1=A('x',(1,2),#2);\n#2=(B(#1)C($));/* c */"))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 }),
        fc.nat(whole.length),
        (changes, length) => {
          const bytes = whole.slice(0, length)
          for (const [at, value] of changes) if (at < length) bytes[at] = value
          const result = indexPart21(bytes, () => undefined)
          if ('problem' in result) expect(result.line).toBeGreaterThan(0)
          else for (let i = 0; i < result.entities.count; i++) entityOf(result, result.entities.numberAt(i))
        },
      ),
    )
  })

  it('takes linear time if strings and comments never end', () => {
    expect(problemOf(`${head}DATA;\n#1=A('${'#1=/*'.repeat(100_000)}`)).toMatchObject({ problem: 'truncated' })
    expect(problemOf(`${head}DATA;\n${'/* '.repeat(100_000)}`)).toMatchObject({ problem: 'truncated' })
  })
})
