/**
 * Matches the innermost element with this text, also if parts of it are in elements of their own,
 * such as the number of an order.
 */
export function wholeText(text: string | RegExp) {
  const isSame = ({ textContent }: Element) =>
    typeof text === 'string' ? textContent === text : text.test(textContent ?? '')

  return (_own: string, element: Element | null): boolean =>
    element !== null && isSame(element) && ![...element.children].some(isSame)
}
