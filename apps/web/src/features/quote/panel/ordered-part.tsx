import type { LineOrderView } from '@cotation/contracts'
import { Link } from '@tanstack/react-router'
import { useOrderAgain } from '#features/quote/workspace/use-order-again.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Row } from '#ui/stack.tsx'

interface OrderedPartProps {
  workspace: Workspace
  line: WorkLine
  order: LineOrderView
}

/** Why the part cannot be changed: the order it is in, and the ways on. */
export function OrderedPart({ workspace, line, order }: OrderedPartProps) {
  const t = useTranslations('line.ordered')
  const { orderAgain, busy } = useOrderAgain(workspace)
  const { orderId, number, isUnpaid, isCancellable } = order

  return (
    <Alert title={t('title', { number })}>
      <p>{t(isUnpaid ? 'unpaidText' : 'text')}</p>
      <Row gap="lg">
        <Button variant="secondary" size="sm" loading={busy} onClick={() => void orderAgain(line.id)}>
          {t('again')}
        </Button>
        {isUnpaid ? (
          <LinkButton to="/checkout/payment" search={{ order: orderId }} size="sm" variant="secondary">
            {t('pay')}
          </LinkButton>
        ) : null}
        <Link to="/user/order/detail/$orderId" params={{ orderId }} search={{}}>
          {t('see')}
        </Link>
        {isCancellable ? (
          <Link to="/user/order/detail/$orderId" params={{ orderId }} search={{}} hash="cancel">
            {t('cancel')}
          </Link>
        ) : null}
      </Row>
    </Alert>
  )
}
