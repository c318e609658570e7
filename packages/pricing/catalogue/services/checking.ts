/** Services that prove what a part is: measured values and certificates of the material. */

import {
  byCard,
  type MeasuringTime,
  type ProcessId,
  type Service,
  type ServiceOption,
  type Text,
} from '@cotation/domain'
import { families, machinedMetals, polymers, printedMetals } from './families.ts'

const minutes = (setupMin: number, pieceMin: number): MeasuringTime => ({ setupMin, pieceMin })

/**
 * The engineer reads the drawing, plans the measurement and signs the report. The operator clamps
 * and measures each piece: longest for milled ones, which have the most toleranced dimensions.
 */
const measuringMinutes: Readonly<Record<ProcessId, MeasuringTime>> = {
  sla: minutes(10, 6),
  mjf: minutes(10, 6),
  sls: minutes(10, 6),
  slm: minutes(15, 8),
  milling: minutes(20, 10),
  turning: minutes(15, 6),
  casting: minutes(10, 6),
}

const report = (id: string, name: Text, leadDays: number, maxPieces?: number): ServiceOption => ({
  id,
  name,
  leadDays,
  price: { measuring: { ...(maxPieces === undefined ? {} : { maxPieces }), minutes: measuringMinutes } },
})

export const inspection: Service = {
  id: 'inspection',
  name: { fr: 'Contrôle', en: 'Inspection' },
  families: ['*'],
  leadDays: { rule: 'byOption' },
  leadDaysProposed: true,
  included: {
    fr: 'Contrôle standard : aspect, cotes principales et quantité',
    en: 'Standard inspection: appearance, main dimensions and quantity',
  },
  options: [
    report('report-first', { fr: 'Rapport dimensionnel, première pièce', en: 'Dimensional report, first piece' }, 1, 1),
    report(
      'report-five',
      { fr: 'Rapport dimensionnel, 5 pièces au plus', en: 'Dimensional report, up to 5 pieces' },
      1,
      5,
    ),
    report('report-all', { fr: 'Rapport dimensionnel, toutes les pièces', en: 'Dimensional report, all pieces' }, 2),
  ],
  exclusiveWith: [],
  exclusivePerHole: [],
  note: 'Minutes and days are proposals; the rates are those of engineer and operator. Standard inspection is part of the labour of every process.',
}

const metals = families(machinedMetals, 'magnesium', printedMetals, 'slm-cu')
const plastics = families(polymers)

export const certificate: Service = {
  id: 'certificate',
  name: { fr: 'Certificat du matériau', en: 'Material certificate' },
  families: [...metals, ...plastics],
  leadDays: { rule: 'fixed', days: 0 },
  leadDaysProposed: true,
  options: [
    {
      id: 'en-10204-2.1',
      name: { fr: 'EN 10204 2.1 (conformité à la commande)', en: 'EN 10204 2.1 (compliance with the order)' },
      families: metals,
      price: { perLine: byCard(5, 20) },
    },
    {
      id: 'en-10204-3.1',
      name: { fr: 'EN 10204 3.1 (analyse du lot)', en: 'EN 10204 3.1 (analysis of the batch)' },
      families: metals,
      price: { perLine: byCard(15, 45) },
    },
    {
      id: 'conformity',
      name: { fr: 'Certificat de conformité', en: 'Certificate of conformity' },
      families: plastics,
      price: { perLine: byCard(5, 20) },
    },
  ],
  exclusiveWith: [],
  exclusivePerHole: [],
  note: 'Prices are proposals: paperwork of 15 minutes, and for 3.1 stock that stays traceable to its batch. Certificates are issued while parts are made.',
}
