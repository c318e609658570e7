import type { ListRow } from '@cotation/contracts'
import type { StaffLists } from '@cotation/domain'
import { StaffList } from './staff-list.tsx'

type QuestionRow = ListRow<StaffLists['expert-questions']>

/** All questions to experts, those that wait first; each leads to the desk. */
export function ExpertQuestionsPage() {
  return <StaffList list="expert-questions" pathOf={(row) => pathOfQuestion(row as QuestionRow)} />
}

const pathOfQuestion = ({ part }: QuestionRow) => (part ? `experts/${part.id}` : null)
