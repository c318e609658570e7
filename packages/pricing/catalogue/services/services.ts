import type { Service, ServiceRules } from '@cotation/domain'
import { certificate, inspection } from './checking.ts'
import { anodizing, dyeing, electrophoresis } from './colouring.ts'
import { painting, silkscreen, specialTreatment } from './decorating.ts'
import { brassInsert, helicoil, reaming, tapping, threading } from './holes.ts'
import { grinding, polishing, sandblasting, surfaceFinish } from './surfaces.ts'
import { assembling, hardness, heatTreatment, passivation, riskAcceptance } from './treatments.ts'

/** The value-added services (spec 9) and those of checking, in the sequence of the screen. */
export const services: readonly Service[] = [
  anodizing,
  dyeing,
  painting,
  silkscreen,
  threading,
  tapping,
  brassInsert,
  helicoil,
  reaming,
  polishing,
  sandblasting,
  surfaceFinish,
  hardness,
  heatTreatment,
  passivation,
  electrophoresis,
  assembling,
  grinding,
  specialTreatment,
  riskAcceptance,
  inspection,
  certificate,
]

export const serviceRules: ServiceRules = {
  order: [
    'heat-treatment',
    'threading',
    'tapping',
    'helicoil',
    'reaming',
    'grinding',
    'polishing',
    'sandblasting',
    'passivation',
    'anodizing',
    'electrophoresis',
    'dyeing',
    'special-treatment',
    'painting',
    'silkscreen',
    'brass-insert',
    'assembling',
    'inspection',
    'certificate',
  ],
  exclusivePairs: [
    ['anodizing', 'painting'],
    ['anodizing', 'electrophoresis'],
    ['dyeing', 'painting'],
    ['dyeing', 'electrophoresis'],
    ['electrophoresis', 'painting'],
    ['painting', 'passivation'],
    ['polishing', 'sandblasting'],
    ['electrophoresis', 'passivation'],
  ],
  perHoleExclusive: ['tapping', 'brass-insert', 'helicoil'],
  replaceText: { fr: 'Ce service remplace « {other} ». Continuer ?', en: 'This service replaces “{other}”. Continue?' },
  mandatoryText: {
    fr: 'Ce service est obligatoire pour ce matériau.',
    en: 'This service is mandatory for this material.',
  },
}
