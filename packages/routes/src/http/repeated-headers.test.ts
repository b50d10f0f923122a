import { expect, test } from "@jest/globals";
import { refuseRepeated } from "@service/http";

const [current, former] = ["x-service-records-lens", "x-service-book-lens"];

test.each([
  [{}, undefined],
  [{ [current]: ["rita"] }, undefined],
  [{ [former]: ["rita"] }, undefined],
  [{ [current]: ["rita"], [former]: ["rita"] }, undefined],
  [{ [current]: ["rita"], [former]: ["sam"] }, current],
  [{ [current]: ["rita", "rita"] }, current],
  [{ [former]: ["rita", "sam"] }, former],
])("PLAT-52: a header under its two names %j is refused as %s", (headersDistinct, field) => {
  const judge = (): void => refuseRepeated({ headersDistinct }, [current]);
  if (field === undefined) expect(judge).not.toThrow();
  else
    expect(judge).toThrow(
      expect.objectContaining({ code: "invalid_request", message: expect.stringContaining(field) }),
    );
});
