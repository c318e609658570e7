import type { Configuration } from '@cotation/domain'
import { packagedCatalogue as catalogue } from '@cotation/pricing/catalogue'
import { describe, expect, it } from 'vitest'
import { aLine, configurationIn, housing, shaft } from '#features/quote/lines/configured-lines.fixture.ts'
import { totalOf } from '#features/quote/workspace/line-price.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { edited } from '#features/quote/workspace/workspace.fixture.ts'
import { aLineView } from '#lib/testing/views.ts'
import { leadPlans } from './lead-plans.ts'

const resin = (changes: Partial<Configuration> = {}) => ({
  ...aLine('housing-100x60x30', configurationIn(housing, 'sla-9600-white', changes), 'resin'),
  id: 'resin',
})

const metal = (changes: Partial<Configuration> = {}) => ({
  ...aLine('shaft-30x80', configurationIn(shaft, 'al-6061-t6', changes), 'metal'),
  id: 'metal',
})

const plansOf = (lines: readonly WorkLine[]) => leadPlans(lines, '3d-printing', catalogue)

describe('the lead times of a project', () => {
  it('have the total and the days that choosing them gives', () => {
    const lines = [resin(), metal()]

    for (const { lead, minor, workingDays, edits } of plansOf(lines)) {
      const after = lines.map((line) => edited(line, { label: 'lead', edits }, catalogue))
      const days = after.map(({ price }) => price?.leadTime.workingDays ?? 0)

      expect(minor).toBe(totalOf(after, '3d-printing', catalogue).ready.minor)
      expect(workingDays).toBe(Math.max(...days))
      expect(plansOf(after).find((plan) => plan.lead === lead)?.edits).toEqual([])
    }
  })

  it('give a line the next slower tier if it does not offer the chosen one', () => {
    const express = plansOf([resin({ lead: 'economy' }), metal()]).find(({ lead }) => lead === 'express')
    expect(express?.edits.map(({ lineId, configuration }) => [lineId, configuration?.lead])).toEqual([
      ['resin', 'standard'],
      ['metal', 'express'],
    ])
  })

  it('are those that at least one line offers', () => {
    expect(plansOf([resin()]).map(({ lead }) => lead)).toEqual(['economy', 'standard'])
    expect(plansOf([resin(), metal()]).map(({ lead }) => lead)).toEqual(['economy', 'standard', 'express'])
    expect(plansOf([])).toEqual([])
  })

  it('leave out a tier that only a line without a firm price offers', () => {
    const undecided = { ...metal(), status: 'needs-decision' as const }
    const plans = plansOf([resin(), undecided])
    expect(plans.map(({ lead }) => lead)).toEqual(['economy', 'standard'])
  })

  it('all change something if the lines differ', () => {
    const plans = plansOf([resin({ lead: 'economy' }), metal({ lead: 'express' })])
    expect(plans.every(({ edits }) => edits.length > 0)).toBe(true)
  })

  it('leave ordered lines and those with an expert’s price alone', () => {
    const manual = {
      state: 'answered',
      question: 'Can you?',
      askedAt: '2026-11-02T09:00:00.000Z',
      answer: {
        unitMinor: 5000,
        lineMinor: 5000,
        workingDays: 12,
        sizeMm: null,
        weightG: null,
        note: '',
        answeredAt: '2026-11-03T09:00:00.000Z',
      },
    } as const
    const ordered: WorkLine = { ...metal(), status: 'ordered' }
    const priced: WorkLine = { ...metal(), view: aLineView({ manual }) }
    expect(plansOf([resin(), ordered, priced]).flatMap(({ edits }) => edits.map(({ lineId }) => lineId))).toEqual([
      'resin',
    ])
  })

  it('show what awaits a decision while nothing is ready', () => {
    const waiting: WorkLine = { ...metal(), status: 'needs-decision' }
    const standard = plansOf([waiting]).find(({ lead }) => lead === 'standard')
    expect(standard).toMatchObject({ minor: waiting.price?.linePrice.minor, isUndecided: true })
    expect(plansOf([metal()])[0]?.isUndecided).toBe(false)
  })
})
