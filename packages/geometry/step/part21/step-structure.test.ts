import { describe, expect, it } from 'vitest'
import { indexPart21, type Part21 } from './part21.ts'
import { itemNames, shapeItems } from './product-structure.ts'
import { declaredUnit } from './step-units.ts'
import { itemColours } from './styled-colours.ts'

function step(data: string): Part21 {
  const text = `ISO-10303-21;HEADER;FILE_SCHEMA(('X'));ENDSEC;DATA;${data}ENDSEC;END-ISO-10303-21;`
  const result = indexPart21(new TextEncoder().encode(text), () => undefined)
  if ('problem' in result) throw new Error(JSON.stringify(result))
  return result
}

const context = (number: number, unit: number) =>
  `#${number}=(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNIT_ASSIGNED_CONTEXT((#${unit}))REPRESENTATION_CONTEXT('',''));`
const si = (number: number, prefix: string) => `#${number}=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(${prefix},.METRE.));`
const brep = (number: number, items: string, ctx: number) =>
  `#${number}=ADVANCED_BREP_SHAPE_REPRESENTATION('',(${items}),#${ctx});`

describe('the unit of a file', () => {
  it('defaults to millimetres', () => {
    expect(declaredUnit(step(''))).toEqual({ name: 'millimetre', factorToMm: 1, mixed: false, declared: false })
  })

  it('follows prefixes and conversions', () => {
    const unitOf = (data: string) => declaredUnit(step(`${context(1, 2)}${data}`))
    expect(unitOf(si(2, '.CENTI.'))).toMatchObject({ name: 'centimetre', factorToMm: 10 })
    expect(unitOf(si(2, '$'))).toMatchObject({ name: 'metre', factorToMm: 1000 })

    const foot =
      "#2=(CONVERSION_BASED_UNIT('FOOT',#3)LENGTH_UNIT()NAMED_UNIT(*));#3=LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(12.),#4);" +
      "#4=(CONVERSION_BASED_UNIT('INCH',#5)LENGTH_UNIT()NAMED_UNIT(*));#5=LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),#6);" +
      si(6, '.MILLI.')

    expect(unitOf(foot)).toMatchObject({ name: 'foot', factorToMm: expect.closeTo(304.8, 9) })
  })

  it('is undeclared if a conversion refers to itself', () => {
    const round =
      "#2=(CONVERSION_BASED_UNIT('X',#3)LENGTH_UNIT()NAMED_UNIT(*));#3=LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(2.),#2);"
    expect(declaredUnit(step(context(1, 2) + round)).declared).toBe(false)
  })

  it('is mixed if shapes differ, but not if only a drawing does', () => {
    const units = context(1, 2) + si(2, '.MILLI.') + context(3, 4) + si(4, '$')
    expect(declaredUnit(step(units + brep(5, '#9', 1) + brep(6, '#8', 3)))).toMatchObject({
      name: 'millimetre',
      mixed: true,
    })
    expect(declaredUnit(step(units + brep(5, '#9', 3)))).toMatchObject({ name: 'metre', mixed: false })
  })
})

const product = (first: number, name: string, representation: number) =>
  `#${first}=PRODUCT('id','${name}','',());#${first + 1}=PRODUCT_DEFINITION_FORMATION('','',#${first});` +
  `#${first + 2}=PRODUCT_DEFINITION('','',#${first + 1},$);#${first + 3}=PRODUCT_DEFINITION_SHAPE('','',#${first + 2});` +
  `#${first + 4}=SHAPE_DEFINITION_REPRESENTATION(#${first + 3},#${representation});`

describe('names', () => {
  it('come from the product of a single solid, else from the solids', () => {
    const file = step(
      product(100, 'Bracket', 10) +
        brep(10, '#1', 50) +
        product(200, 'Kit', 20) +
        "#20=SHAPE_REPRESENTATION('',(),#50);#21=SHAPE_REPRESENTATION_RELATIONSHIP('','',#20,#22);" +
        brep(22, '#2,#3,#4', 50) +
        "#1=MANIFOLD_SOLID_BREP('Body',#9);#2=MANIFOLD_SOLID_BREP('Lid',#9);#3=BREP_WITH_VOIDS('NONE',#9,());#4=SHELL_BASED_SURFACE_MODEL('Skin',());",
    )
    const items = shapeItems(file)

    expect(items.map(({ entity, kind, product }) => [entity, kind, product])).toEqual([
      [1, 'solid', 'Bracket'],
      [2, 'solid', 'Kit'],
      [3, 'solid', 'Kit'],
      [4, 'surface', 'Kit'],
    ])
    expect([...itemNames(items).values()]).toEqual(['Bracket', 'Lid', 'Kit 2', 'Skin'])
  })

  it('are inherited through mapped items, even if relations form a cycle', () => {
    const file = step(
      product(100, 'Screw', 10) +
        "#10=SHAPE_REPRESENTATION('',(#11),#50);#11=MAPPED_ITEM('',#12,#13);#12=REPRESENTATION_MAP(#13,#14);" +
        brep(14, '#1', 50) +
        "#1=MANIFOLD_SOLID_BREP('',#9);#30=SHAPE_REPRESENTATION_RELATIONSHIP('','',#14,#31);" +
        "#31=SHAPE_REPRESENTATION('',(#33),#50);#32=SHAPE_REPRESENTATION_RELATIONSHIP('','',#31,#14);" +
        "#33=MAPPED_ITEM('',#34,#13);#34=REPRESENTATION_MAP(#13,#31);",
    )
    expect(shapeItems(file)[0]?.product).toBe('Screw')
  })
})

describe('colours', () => {
  const style = (number: number, colour: string) =>
    `#${number}=PRESENTATION_STYLE_ASSIGNMENT((#${number + 1}));#${number + 1}=SURFACE_STYLE_USAGE(.BOTH.,#${number + 2});` +
    `#${number + 2}=SURFACE_SIDE_STYLE('',(#${number + 3}));#${number + 3}=SURFACE_STYLE_FILL_AREA(#${number + 4});` +
    `#${number + 4}=FILL_AREA_STYLE('',(#${number + 5}));#${number + 5}=FILL_AREA_STYLE_COLOUR('',#${number + 6});#${number + 6}=${colour};`
  const solids =
    "#1=MANIFOLD_SOLID_BREP('',#3);#2=MANIFOLD_SOLID_BREP('',#4);#3=CLOSED_SHELL('',(#5,#6,#7));#4=CLOSED_SHELL('',(#8));"
  const coloursOf = (data: string) => {
    const file = step(solids + brep(9, '#1,#2', 50) + data)
    return Object.fromEntries(itemColours(file, shapeItems(file)))
  }

  it('are those of the solid, by value or by name', () => {
    const data =
      style(20, "COLOUR_RGB('',0.5,0.25,7.)") +
      style(30, "DRAUGHTING_PRE_DEFINED_COLOUR('blue')") +
      "#40=STYLED_ITEM('',(#20),#1);#41=STYLED_ITEM('',(#30),#2);"
    expect(coloursOf(data)).toEqual({ 1: [0.5, 0.25, 1], 2: [0, 0, 1] })
  })

  it('fall back to those of the representation or of most faces', () => {
    const red = style(20, "COLOUR_RGB('',1.,0.,0.)")
    expect(coloursOf(`${red}#40=STYLED_ITEM('',(#20),#9);`)).toEqual({ 1: [1, 0, 0], 2: [1, 0, 0] })
    expect(coloursOf(`${red}#40=STYLED_ITEM('',(#20),#5);#41=STYLED_ITEM('',(#20),#7);`)).toEqual({ 1: [1, 0, 0] })
    expect(coloursOf(`${red}#40=STYLED_ITEM('',(#20),#5);`)).toEqual({})
  })

  it('ignore styles of lines and cycles of styles', () => {
    const line = "#20=PRESENTATION_STYLE_ASSIGNMENT((#21,#20));#21=CURVE_STYLE('',$,$,#22);#22=COLOUR_RGB('',1.,0.,0.);"
    expect(coloursOf(`${line}#40=STYLED_ITEM('',(#20),#1);`)).toEqual({})
  })
})
