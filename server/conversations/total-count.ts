/** A page that ends before its limit shows the total by itself, unless it lies behind the end; else it is counted. */
export async function totalCount(
  items: readonly object[],
  { limit, skip }: { readonly limit: number; readonly skip: number },
  count: () => Promise<number>,
): Promise<number> {
  return items.length < limit && (items.length > 0 || skip === 0) ? skip + items.length : count();
}
