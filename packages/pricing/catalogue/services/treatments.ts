/** Services on the whole part, assembling, and the acceptance of risks. */

import { byCard, type Service } from '@cotation/domain'
import { families, printedMetals } from './families.ts'

export const hardness: Service = {
  id: 'hardness',
  name: { fr: 'Dureté', en: 'Hardness' },
  families: ['pu-soft', 'silicone', 'tool-steel', 'stainless', 'steel', 'slm-steel'],
  leadDays: { rule: 'fixed', days: 0 },
  options: [
    {
      id: 'shore-a',
      name: { fr: 'Shore A', en: 'Shore A' },
      value: { min: 30, max: 90, default: 70, step: 5 },
      families: ['pu-soft', 'silicone'],
      price: { perLine: byCard(0, 0), nonStandardPerLine: byCard(8, 45) },
      facts: { toleranceShore: 5 },
    },
    {
      id: 'hrc',
      name: { fr: 'HRC cible (après traitement)', en: 'Target HRC (after treatment)' },
      value: { min: 20, max: 62 },
      requires: ['heat-treatment'],
      families: ['tool-steel', 'stainless', 'steel', 'slm-steel'],
      price: { perLine: byCard(4, 25) },
    },
  ],
  exclusiveWith: [],
  exclusivePerHole: [],
}

export const heatTreatment: Service = {
  id: 'heat-treatment',
  name: { fr: 'Traitement thermique', en: 'Heat treatment' },
  families: families(`${printedMetals} slm-cu steel tool-steel stainless al titanium plastic-hp plastic-clear`),
  leadDays: { rule: 'byOption' },
  options: [
    {
      id: 'stress-relief',
      name: { fr: 'Détensionnement', en: 'Stress relief' },
      leadDays: 0,
      includedForFamilies: ['slm-steel', 'slm-al', 'slm-ti', 'slm-ni', 'slm-co', 'slm-cu'],
      price: { perLine: byCard(6, 60), perKg: byCard(2, 8) },
    },
    {
      id: 'solution-aging',
      name: { fr: 'Mise en solution + vieillissement (T6, H900, 718)', en: 'Solution + ageing (T6, H900, 718)' },
      leadDays: 2,
      families: ['slm-al', 'slm-ni', 'slm-steel', 'stainless', 'al', 'slm-cu'],
      price: { perLine: byCard(18, 140), perKg: byCard(4, 15) },
    },
    {
      id: 'quench-temper',
      name: { fr: 'Trempe et revenu', en: 'Quench and temper' },
      leadDays: 2,
      families: ['steel', 'tool-steel', 'stainless'],
      price: { perLine: byCard(15, 120), perKg: byCard(3, 12) },
      facts: { hardnessHrc: [28, 60] },
    },
    {
      id: 'carburizing',
      name: { fr: 'Cémentation 0,3-0,8 mm', en: 'Case hardening 0.3-0.8 mm' },
      leadDays: 3,
      families: ['steel'],
      price: { perLine: byCard(22, 160), perKg: byCard(5, 18) },
    },
    {
      id: 'nitriding',
      name: { fr: 'Nitruration', en: 'Nitriding' },
      leadDays: 3,
      families: ['steel', 'tool-steel', 'slm-steel'],
      price: { perLine: byCard(22, 160), perKg: byCard(5, 18) },
    },
    {
      id: 'hip',
      name: { fr: 'Compactage isostatique à chaud (HIP)', en: 'Hot isostatic pressing (HIP)' },
      leadDays: 6,
      families: ['slm-ti', 'slm-ni', 'slm-steel', 'slm-co'],
      price: { perLine: byCard(220, 600), perKg: byCard(40, 90) },
    },
    {
      id: 'anneal-polymer',
      name: { fr: 'Recuit polymère', en: 'Polymer annealing' },
      leadDays: 1,
      families: ['plastic-hp', 'plastic-clear'],
      price: { perLine: byCard(5, 40), perKg: byCard(2, 8) },
    },
  ],
  exclusiveWith: [],
  exclusivePerHole: [],
  cancelWarning: {
    fr: 'Sans traitement thermique, la pièce peut se déformer ou se fissurer et les propriétés mécaniques ne sont plus garanties. Confirmer l’annulation ?',
    en: 'Without heat treatment the part may warp or crack and the mechanical properties are no longer guaranteed. Confirm cancellation?',
  },
}

export const passivation: Service = {
  id: 'passivation',
  name: { fr: 'Passivation', en: 'Passivation' },
  families: ['stainless', 'slm-steel'],
  excludedMaterials: ['slm-maraging-ms1'],
  leadDays: { rule: 'fixed', days: 1 },
  leadDaysProposed: true,
  options: [
    {
      id: 'astm-a967-citric',
      name: { fr: 'ASTM A967 citrique', en: 'ASTM A967 citric' },
      price: { perLine: byCard(6, 60), perPart: byCard(0.5, 2), perCm2: byCard(0.004, 0.015) },
    },
    {
      id: 'ams-2700-nitric',
      name: { fr: 'AMS 2700 nitrique', en: 'AMS 2700 nitric' },
      price: { perLine: byCard(8, 75), perPart: byCard(0.6, 2.5), perCm2: byCard(0.005, 0.02) },
    },
  ],
  exclusiveWith: ['painting', 'electrophoresis'],
  exclusivePerHole: [],
}

export const assembling: Service = {
  id: 'assembling',
  name: { fr: 'Assemblage', en: 'Assembling' },
  families: ['*'],
  leadDays: { rule: 'fixed', days: 1 },
  leadDaysProposed: true,
  options: [
    {
      id: 'fit-check',
      name: { fr: 'Montage d’essai', en: 'Trial fit' },
      price: { perLine: byCard(4, 25), perPart: byCard(1, 5) },
    },
    {
      id: 'bonding',
      name: { fr: 'Collage', en: 'Bonding' },
      price: { perLine: byCard(4, 25), perPart: byCard(2, 9) },
    },
    {
      id: 'fasteners',
      name: { fr: 'Vissage, inserts, visserie fournie', en: 'Fasteners, supplied hardware' },
      price: { perLine: byCard(6, 35), perMinute: byCard(0.25, 0.9) },
    },
    {
      id: 'kitting',
      name: { fr: 'Mise en kit et étiquetage', en: 'Kitting and labelling' },
      price: { perPart: byCard(0.5, 2) },
    },
  ],
  exclusiveWith: [],
  exclusivePerHole: [],
}

export const riskAcceptance: Service = {
  id: 'risk-acceptance',
  name: { fr: 'Acceptation du risque', en: 'Risk acceptance' },
  families: ['*'],
  leadDays: { rule: 'fixed', days: 0 },
  options: [
    {
      id: 'accept',
      name: {
        fr: 'J’accepte les risques signalés par l’analyse de fabricabilité',
        en: 'I accept the risks reported by the manufacturability check',
      },
      price: { perLine: byCard(0, 0) },
    },
  ],
  exclusiveWith: [],
  exclusivePerHole: [],
  agreement: {
    fr: 'Des zones de votre modèle sont hors des limites conseillées. La fabrication est possible mais une casse, une déformation ou une perte de détail n’ouvre pas droit à une refabrication.',
    en: 'Some areas of your model are outside the recommended limits. It can be made, but breakage, warping or loss of detail does not entitle you to a remake.',
  },
}
