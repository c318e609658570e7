import { expect } from '@playwright/test'
import type { Customer } from './customer.ts'
import { aReadyProject } from './ready-project.ts'

export interface ExpertQuestion {
  projectId: string
  lineId: string
}

/** A customer’s question to an expert about a part that we can price. */
export async function anExpertQuestion(customer: Customer): Promise<ExpertQuestion> {
  const { id: projectId, lineIds } = await aReadyProject(customer)
  const [lineId = ''] = lineIds
  const { status, error } = await customer.api.call('POST /global/project/{projectId}/line/{lineId}/expert', {
    params: { projectId, lineId },
    body: { question: 'Pouvez-vous plier cette équerre au lieu de l’imprimer ?', email: customer.email },
  })

  expect(status, JSON.stringify(error)).toBe(200)

  return { projectId, lineId }
}
