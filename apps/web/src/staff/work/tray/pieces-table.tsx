import { type ReactNode, useState } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { parseWholeNumber } from '#lib/texts/parse-number.ts'
import { StaffLink } from '#staff/shared/staff-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { BreakableName } from '#ui/breakable-name.tsx'
import { Table } from '#ui/table.tsx'
import { WholeNumberField } from '#ui/whole-number-field.tsx'
import type { TrayPieces } from '../tray-queue.ts'
import classes from './tray.module.css'

/** Pieces of a run that are or can be in a tray. */
export interface PrintedPart {
  stepId: string
  runCode: string
  orderId: string
  orderNumber: string
  name: string
  dueDay: string
  promisedDay: string
  isRemake: boolean
  sizeMm: number[]
  volumeMm3: number
  /** How many can be chosen. */
  max: number
  /** How many are chosen at first. */
  chosen: number
}

/** What is typed as quantities, by step. */
export function useQuantities(parts: readonly PrintedPart[]) {
  const { language } = useLanguage()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})

  const textOf = ({ stepId, chosen }: PrintedPart) => typed[stepId] ?? String(chosen)
  const quantityOf = (part: PrintedPart): number | null => {
    const text = textOf(part).trim()
    const quantity = text === '' ? 0 : parseWholeNumber(text, language)
    return quantity !== undefined && quantity >= 0 && quantity <= part.max ? quantity : null
  }
  const setText = (stepId: string, text: string) => setTyped((before) => ({ ...before, [stepId]: text }))

  const pieces: TrayPieces[] = parts.map((part) => ({ stepId: part.stepId, quantity: quantityOf(part) ?? 0 }))
  return {
    textOf,
    setText,
    reset: () => setTyped({}),
    /** Every quantity is a number that is possible. */
    isValid: parts.every((part) => quantityOf(part) !== null),
    isFaulty: (part: PrintedPart) => quantityOf(part) === null,
    pieces,
    /** Other quantities than at first. */
    changed: pieces.filter(({ quantity }, index) => quantity !== parts[index]?.chosen),
    /** The parts with their quantities. */
    filled: parts.map((part) => ({ ...part, quantity: quantityOf(part) ?? 0 })),
  }
}

interface PiecesTableProps {
  caption: string
  parts: readonly PrintedPart[]
  quantities: ReturnType<typeof useQuantities>
}

/** Parts with a field for the quantity of each. */
export function PiecesTable({ caption, parts, quantities }: PiecesTableProps) {
  const t = useTranslations('staff-tray')
  const headings = [t('part'), t('run'), t('order'), t('due'), t('promised'), t('quantity')]

  return (
    <Table caption={caption} hidesCaption headings={headings}>
      {parts.map((part) => (
        <PartRow key={part.stepId} part={part}>
          <td data-label={t('quantity')}>
            <WholeNumberField
              aria-label={t('quantityOf', { name: part.name, code: part.runCode, max: part.max })}
              size="sm"
              className={classes.quantity}
              min={0}
              max={part.max}
              value={quantities.textOf(part)}
              error={quantities.isFaulty(part) ? t('wrong', { max: part.max }) : undefined}
              onText={(text) => quantities.setText(part.stepId, text)}
            />
          </td>
        </PartRow>
      ))}
    </Table>
  )
}

interface PartRowProps {
  part: Omit<PrintedPart, 'max' | 'chosen' | 'sizeMm' | 'volumeMm3'>
  /** The order has ended. */
  isEnded?: boolean
  children: ReactNode
}

/** The cells that say which part it is, before those that `children` adds. */
export function PartRow({ part, isEnded = false, children }: PartRowProps) {
  const t = useTranslations('staff-tray')
  const { day } = useFormats()

  return (
    <tr>
      <th scope="row">
        <BreakableName name={part.name} /> {part.isRemake ? <Badge tone="warning">{t('remake')}</Badge> : null}
        {isEnded ? <Badge tone="danger">{t('ended')}</Badge> : null}
      </th>
      <td data-label={t('run')}>
        <StaffLink path={`work/${part.runCode}`}>{part.runCode}</StaffLink>
      </td>
      <td data-label={t('order')}>
        <StaffLink path={`orders/${part.orderId}`}>{part.orderNumber}</StaffLink>
      </td>
      <td data-label={t('due')}>{day(part.dueDay)}</td>
      <td data-label={t('promised')}>{day(part.promisedDay)}</td>
      {children}
    </tr>
  )
}
