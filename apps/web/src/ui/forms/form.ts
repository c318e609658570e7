import { passwordLength } from '@cotation/domain'
import { type FormErrors, type GetInputPropsOptions, type GetInputPropsReturnType, useForm } from '@mantine/form'
import { z } from 'zod'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { focusFirst } from './server-issues.ts'

// zod compiles validators with `new Function` by default, which the page's policy forbids.
z.config({ jitless: true })

/** The props that `getInputProps` returns for a field. */
export type FieldBinding = GetInputPropsReturnType

type ValidationCode = Parameters<ReturnType<typeof useTranslations<'validation'>>>[0]

/** Errors by path (`captcha.answer`, `lines.0.quantity`), the first code of each field. */
function errorsByPath(error: z.ZodError): FormErrors {
  const errors: FormErrors = {}
  for (const issue of error.issues) errors[issue.path.join('.')] ??= issue.message
  return errors
}

/**
 * A form whose rules are a contract's schema. `errors` holds codes of the `validation` texts, or
 * the server's message; `getInputProps` returns the message. A failed submit focuses the first
 * invalid field.
 */
export function useZodForm<Schema extends z.ZodType, Values extends Record<string, unknown>>(
  schema: Schema,
  initialValues: Values,
) {
  const t = useTranslations('validation')
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues,
    clearInputErrorOnChange: true,
    validate: (values: Values) => {
      const result = schema.safeParse(values)
      return result.success ? {} : errorsByPath(result.error)
    },
  })

  const errorText = (path: string): string | undefined => {
    const code = form.errors[path]
    if (typeof code !== 'string' || code === '') return undefined
    return t.has(code as ValidationCode) ? t(code as ValidationCode, { min: passwordLength.min }) : code
  }

  return {
    ...form,
    /** The message of a field's error, for fields without `getInputProps`. */
    errorText,
    getInputProps: (path: Parameters<typeof form.getInputProps>[0], options?: GetInputPropsOptions) => ({
      ...form.getInputProps(path, options),
      error: errorText(String(path)),
    }),
    /** The handler gets the parsed values: trimmed, normalised and typed as the call expects. */
    onSubmit: (handle: (input: z.output<Schema>) => void | Promise<void>) =>
      form.onSubmit(
        (values) => handle(schema.parse(values)),
        (errors) => focusFirst(Object.keys(errors)),
      ),
  }
}
