import {
  type Configuration,
  defaultConfiguration,
  type ServiceId,
  selectService,
  serviceDefaults,
} from '@cotation/domain'
import { referenceParts } from '@cotation/pricing'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { describe, expect, it } from 'vitest'
import { configurationInput } from './configuration-schema.ts'

const [reference] = referenceParts
if (!reference) throw new Error('no reference part')
const usual = defaultConfiguration(reference.measures, 'sla-9600-white', packagedCatalogue, 3)

/** Every option of every service, on the first material, filled in as a form starts. */
const withEach: [string, Configuration][] = packagedCatalogue.services.flatMap(({ id, options }) =>
  options.map((option): [string, Configuration] => {
    const [material] = packagedCatalogue.materials
    if (!material) throw new Error('no material')

    const selection = serviceDefaults(id as ServiceId, option.id, {
      material,
      catalogue: packagedCatalogue,
      quantity: 3,
    })

    return [`${id} ${option.id}`, selectService(usual, selection, packagedCatalogue).configuration]
  }),
)

describe('the shape of a configuration', () => {
  it.each(withEach)('takes %s as a form starts it, and changes nothing', (_service, configuration) => {
    expect(configurationInput.parse(JSON.parse(JSON.stringify(configuration)))).toEqual(configuration)
  })

  it.each(packagedCatalogue.materials.map(({ id }) => id))(
    'accepts the material %s of the packaged catalogue',
    (materialId) => {
      expect(configurationInput.safeParse({ ...usual, materialId }).success).toBe(true)
    },
  )

  it.each([0, -1, 1.5, 1e9, '1e9', Number.NaN, null])('refuses the quantity %s (MON-4)', (quantity) => {
    expect(configurationInput.safeParse({ ...usual, quantity }).success).toBe(false)
  })

  it.each([
    ['a price', { ...usual, price: 1 }],
    ['a price in a service', { ...usual, services: [{ id: 'passivation', option: 'nitric', usd: 0 }] }],
    ['an unknown service', { ...usual, services: [{ id: 'gilding', option: 'thick' }] }],
    ['a path for an id', { ...usual, materialId: '../../etc/passwd' }],
    [
      'endless services',
      { ...usual, services: Array.from({ length: 21 }, () => ({ id: 'passivation', option: 'a' })) },
    ],
  ])('refuses %s', (_what, configuration) => {
    expect(configurationInput.safeParse(configuration).success).toBe(false)
  })
})
