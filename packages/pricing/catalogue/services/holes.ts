/** Services on threads and holes. */

import { byCard, type Service, type ServiceOption } from '@cotation/domain'
import { families, machinedMetals, printedMetals } from './families.ts'

export const threading: Service = {
  id: 'threading',
  name: { fr: 'Filetage extérieur', en: 'External threading' },
  families: families(`${machinedMetals} magnesium plastic-rigid plastic-hp plastic-slippery ${printedMetals}`),
  leadDays: { rule: 'fixed', days: 1 },
  leadDaysProposed: true,
  options: [
    {
      id: '6g',
      name: { fr: 'Classe 6g / 2A', en: 'Class 6g / 2A' },
      price: { perLine: byCard(1, 8), perThread: byCard(0.8, 3.5), factor: 1 },
    },
    {
      id: 'fine',
      name: { fr: 'Pas fin / classe 4g', en: 'Fine pitch / class 4g' },
      price: { perLine: byCard(1, 8), perThread: byCard(0.8, 3.5), factor: 1.5 },
    },
  ],
  exclusiveWith: [],
  exclusivePerHole: [],
}

export const tapping: Service = {
  id: 'tapping',
  name: { fr: 'Taraudage', en: 'Tapping' },
  families: families(
    `resin-rigid resin-filled nylon nylon-filled pp ${machinedMetals} magnesium plastic-rigid`,
    `plastic-clear plastic-hp plastic-slippery ${printedMetals} slm-cu pu-rigid pu-clear`,
  ),
  leadDays: { rule: 'fixed', days: 1 },
  options: [
    {
      id: '6H',
      name: { fr: 'Classe 6H / 2B', en: 'Class 6H / 2B' },
      price: {
        perLine: byCard(1, 8),
        perHole: 'thread-table',
        materialFactors: { titanium: 2, 'slm-ti': 2, stainless: 1.4, 'slm-steel': 1.4, 'tool-steel': 1.6, 'slm-ni': 2 },
      },
    },
  ],
  restrictions: [
    { families: ['resin-rigid', 'resin-filled', 'pu-rigid', 'pu-clear'], minThread: 'M3' },
    { families: ['nylon', 'nylon-filled', 'pp'], minThread: 'M3' },
  ],
  exclusiveWith: [],
  exclusivePerHole: ['brass-insert', 'helicoil'],
}

export const brassInsert: Service = {
  id: 'brass-insert',
  name: { fr: 'Insert laiton', en: 'Brass insert' },
  families: families('resin-rigid resin-filled nylon nylon-filled pp plastic-rigid plastic-hp pu-rigid pu-clear'),
  leadDays: { rule: 'fixed', days: 1 },
  options: [
    {
      id: 'heat-set',
      name: { fr: 'Posé à chaud', en: 'Heat-set' },
      families: ['nylon', 'nylon-filled', 'pp', 'plastic-rigid', 'plastic-hp'],
      price: { perLine: byCard(1, 8), perHole: 'thread-table' },
    },
    {
      id: 'bonded',
      name: { fr: 'Collé (résines thermodurcies)', en: 'Bonded (thermoset resins)' },
      families: ['resin-rigid', 'resin-filled', 'pu-rigid', 'pu-clear'],
      price: { perLine: byCard(1, 8), perHole: 'thread-table' },
    },
  ],
  exclusiveWith: [],
  exclusivePerHole: ['tapping', 'helicoil'],
}

export const helicoil: Service = {
  id: 'helicoil',
  name: { fr: 'Filet rapporté (Helicoil)', en: 'Helicoil' },
  families: families('al magnesium brass copper slm-al plastic-rigid plastic-hp steel stainless titanium'),
  leadDays: { rule: 'fixed', days: 1 },
  options: [
    {
      id: 'free-running',
      name: { fr: 'Libre, inox', en: 'Free-running, stainless' },
      price: { perLine: byCard(1.5, 10), perHole: 'thread-table', ratioFactors: { '1D': 1, '1.5D': 1.1, '2D': 1.2 } },
    },
    {
      id: 'locking',
      name: { fr: 'Autofreiné, inox', en: 'Screw-lock, stainless' },
      price: { perLine: byCard(1.5, 10), perHole: 'thread-table', factor: 1.4 },
    },
  ],
  exclusiveWith: [],
  exclusivePerHole: ['tapping', 'brass-insert'],
}

/** Reaming to tolerance H of an IT grade (ISO 286). */
const reamed = (itGrade: number, factor: number, families?: readonly string[]): ServiceOption => ({
  id: `H${itGrade}`,
  name: { fr: `H${itGrade}`, en: `H${itGrade}` },
  ...(families && { families }),
  price: { perLine: byCard(1.5, 10), perHole: byCard(1.2, 5), factor },
  facts: { itGrade },
})

export const reaming: Service = {
  id: 'reaming',
  name: { fr: 'Alésage', en: 'Reaming' },
  families: families(`${machinedMetals} magnesium plastic-rigid plastic-hp nylon ${printedMetals}`),
  leadDays: { rule: 'fixed', days: 1 },
  leadDaysProposed: true,
  options: [
    reamed(9, 1),
    reamed(8, 1.2),
    reamed(7, 1.6),
    reamed(6, 2.8, ['al', 'steel', 'tool-steel', 'stainless', 'brass', 'titanium']),
  ],
  exclusiveWith: [],
  exclusivePerHole: [],
  rangeMm: [1, 50],
}
