/**
 * A page that ends before its limit implies the total, unless it starts beyond the last item; otherwise it is counted.
 */
export async function totalCount(
  items: readonly unknown[],
  { limit, skip }: { readonly limit: number; readonly skip: number },
  count: () => Promise<number>,
): Promise<number> {
  return items.length < limit && (items.length > 0 || skip === 0) ? skip + items.length : count();
}
