/** What frameworks of Python hand over, wrap and give: a row for each cause, with what must not be followed. */
import { describe, expect, test } from "@jest/globals";
import { check, edgesOf, graphOf } from "./fixture.ts";

const rows = (table: readonly (readonly [string, string, readonly string[]])[]): void => {
  test.each(table)("%s", (_, source, expected) => check(source, expected));
};

const store = `
//- app.py
class Store:
    def compact(self): ...
class Other:
    def compact(self): ...
`;

describe("fixtures of pytest", () => {
  rows([
    [
      "what a fixture returns, yields or is said to give, in a function and in a class",
      `${store}
//- tests/test_app.py
import pytest
import pytest_asyncio
from app import Store
@pytest.fixture
def plain(): return Store()
@pytest.fixture()
def said() -> Store: ...
@pytest.fixture(scope="module")
def yielding():
    made = Store()
    yield made
@pytest.fixture(autouse=True)
def generator() -> Iterator[Store]: yield from x()
@pytest_asyncio.fixture
async def later() -> AsyncGenerator[Store, None]: yield x()
@pytest.fixture
def several(): return [Store()]
@pytest.fixture
def from_other(plain): return plain
def test_1(plain): plain.compact()
def test_2(said): said.compact()
def test_3(yielding): yielding.compact()
def test_4(generator): generator.compact()
async def test_5(later): later.compact()
def test_6(several): several[0].compact(); several.compact()
def test_7(from_other): from_other.compact()
class TestStore:
    def test_8(self, plain):
        def inner(): plain.compact()
`,
      [
        ...["plain", "several", "yielding"].map((name) => `tests/test_app.py#${name} call app.py#Store`),
        ...[1, 2, 3, 4, 5, 6, 7].map(
          (name) => `tests/test_app.py#test_${name} call app.py#Store.compact inferred`,
        ),
        "tests/test_app.py#TestStore.test_8.inner call app.py#Store.compact inferred",
      ],
    ],
    [
      "a fixture that gives a function",
      `${store}
//- tests/test_app.py
import pytest
from app import Store
@pytest.fixture
def make_store():
    def _make(name="a"): return Store()
    return _make
def test_1(make_store): make_store(name="b").compact()
`,
      [
        "tests/test_app.py#make_store call tests/test_app.py#make_store._make",
        "tests/test_app.py#make_store._make call app.py#Store",
        "tests/test_app.py#test_1 call app.py#Store.compact inferred",
        "tests/test_app.py#test_1 call tests/test_app.py#make_store._make inferred",
      ],
    ],
    [
      "the nearest fixture of a name: of the class or its base, of the file, of a folder above, of a plugin",
      `${store}
//- conftest.py
import pytest
from app import Store
pytest_plugins = ["plugins.more", "outside"]
@pytest.fixture
def one() -> Store: ...
@pytest.fixture(name="renamed")
def other_name() -> Store: ...
//- plugins/more.py
from pytest import fixture
from app import Store
@fixture
def plugged() -> Store: ...
@fixture(name="called")
def plugged_more() -> Store: ...
//- tests/kit.py
import pytest
from app import Other
@pytest.fixture
def imported() -> Other: ...
def helper() -> Other: ...
//- tests/conftest.py
import pytest
from app import Other
from tests.kit import imported, helper
@pytest.fixture
def two() -> Other: ...
//- tests/deep/test_a.py
import pytest
from app import Other, Store
@pytest.fixture
def one(one, two):
    one.compact()
    return two
class Base:
    @pytest.fixture
    def three(self) -> Store: ...
class TestA(Base):
    @pytest.fixture
    def two(self, two) -> Store: two.compact()
    def test_1(self, one): one.compact()
    def test_2(self, two): two.compact()
    def test_3(self, three): three.compact()
    def test_4(self, renamed, other_name): renamed.compact(); other_name.compact()
def test_5(two): two.compact()
def test_6(three): three.compact()
def test_7(plugged): plugged.compact()
def test_8(called): called.compact()
def test_9(imported, helper): imported.compact(); helper.compact()
`,
      [
        "tests/deep/test_a.py#TestA inherit tests/deep/test_a.py#Base",
        "tests/deep/test_a.py#one call app.py#Store.compact inferred",
        "tests/deep/test_a.py#TestA.two call app.py#Other.compact inferred",
        "tests/deep/test_a.py#TestA.test_1 call app.py#Other.compact inferred",
        "tests/deep/test_a.py#TestA.test_2 call app.py#Store.compact inferred",
        "tests/deep/test_a.py#TestA.test_3 call app.py#Store.compact inferred",
        "tests/deep/test_a.py#TestA.test_4 call app.py#Store.compact inferred",
        "tests/deep/test_a.py#test_5 call app.py#Other.compact inferred",
        "tests/deep/test_a.py#test_7 call app.py#Store.compact inferred",
        "tests/deep/test_a.py#test_8 call app.py#Store.compact inferred",
        "tests/deep/test_a.py#test_9 call app.py#Other.compact inferred",
      ],
    ],
    [
      "not for what pytest does not hand over",
      `${store}
//- conftest.py
import pytest
from app import Store
@pytest.fixture
def store() -> Store: ...
//- src/use.py
def test_1(store): store.compact()
//- tests/test_a.py
import pytest
from unittest import mock
from app import Other
def helper(store): store.compact()
def test_2(store: Other): store.compact()
def test_3(store=None): store.compact()
@pytest.mark.parametrize(("a", "store"), [(1, 2)])
def test_4(a, store): store.compact()
@pytest.mark.parametrize("a", [1])
def test_5(a, store): store.compact()
@pytest.mark.parametrize("store", [1])
class TestA:
    def test_6(self, store): store.compact()
@mock.patch("app.store")
def test_7(store): store.compact()
@mock.patch("app.other")
def test_8(other, store): store.compact()
def test_9():
    def test_inner(store): store.compact()
`,
      [
        "tests/test_a.py#test_2 call app.py#Other.compact inferred",
        "tests/test_a.py#test_5 call app.py#Store.compact inferred",
        "tests/test_a.py#test_8 call app.py#Store.compact inferred",
      ],
    ],
  ]);
});

describe("tasks of Celery", () => {
  rows([
    [
      "what runs a task later, or puts it into another one, but nothing that its result has",
      `//- tasks.py
from celery import shared_task
from app import app, Store
@app.task
def send(to) -> Store: ...
@shared_task(bind=True, max_retries=3)
@other
def index(self, pk): ...
def plain(): ...
def f1(): send.delay("a")
def f2(): index.apply_async(args=[1], countdown=5)
def f3(): index.s(1).apply_async()
def f4(): group(send.si(1), index.signature())
def f5(): plain.delay(); index.name()
def f6(): send.delay("a").compact(); send("a").compact()
def f7(): on_commit(lambda: send.delay(1))
//- app.py
from celery import Celery
app = Celery("a")
class Store:
    def compact(self): ...
//- use.py
import tasks
def g1(): tasks.send.delay()
`,
      [
        "tasks.py#f1 call tasks.py#send inferred",
        "tasks.py#f2 call tasks.py#index inferred",
        "tasks.py#f3 call tasks.py#index inferred",
        "tasks.py#f4 call tasks.py#send inferred",
        "tasks.py#f4 call tasks.py#index inferred",
        "tasks.py#f6 call app.py#Store.compact inferred",
        "tasks.py#f6 call tasks.py#send",
        "tasks.py#f7 call tasks.py#send inferred",
        "use.py#g1 call tasks.py#send inferred",
      ],
    ],
  ]);
});

describe("models of pydantic", () => {
  rows([
    [
      "what a class and an object have from a base outside",
      `//- app.py
from pydantic import BaseModel
class Base(BaseModel):
    @classmethod
    def load(cls, data):
        return cls.model_validate(data)
class User(Base):
    def greet(self): ...
class Own(Base):
    @classmethod
    def model_validate(cls, data) -> "Other": ...
    def greet(self): ...
class Plain:
    def greet(self): ...
class Other:
    def greet(self): ...
def f1(data): User.model_validate(data).greet()
def f2(data):
    user = User.model_validate_json(data)
    user.greet()
def f3(user: User): user.model_copy(update={}).greet()
def f4(data): User.model_construct(**data).greet()
def f5(data): [User.parse_obj(one) for one in data][0].greet()
def f6(data): Own.model_validate(data).greet()
def f7(data): Plain.model_validate(data).greet()
def f8(data): User.model_dump(data).greet()
`,
      [
        "app.py#User inherit app.py#Base",
        "app.py#Own inherit app.py#Base",
        ...[1, 2, 3, 4, 5].map((name) => `app.py#f${name} call app.py#User.greet inferred`),
        "app.py#f6 call app.py#Own.model_validate",
        "app.py#f6 call app.py#Other.greet inferred",
      ],
    ],
  ]);
});

const models = `
//- models.py
class Base(DeclarativeBase): ...
class Discount(Base):
    def go(self): ...
class Order(Base):
    plain: Mapped["Discount"] = relationship()
    maybe: Mapped["Discount | None"] = relationship(lazy="raise")
    several: Mapped[list["Discount"]] = relationship()
    bare = relationship("Discount", back_populates="x")
    by_class = orm.relationship(Discount)
    number: Mapped[int] = mapped_column()
    @declared_attr
    def declared(cls) -> Mapped["Discount"]: ...
class User(db.Model):
    def go(self): ...
class Heir(User): ...
class Plain:
    def go(self): ...
    def execute(self) -> User: ...
`;

describe("SQLAlchemy", () => {
  test.each<readonly [parameters: string, line: string, expected: string | undefined]>([
    ["o: Order", "o.plain.go()", "Discount"],
    ["o: Order", "o.maybe.go()", "Discount"],
    ["o: Order", "for d in o.several: d.go()", "Discount"],
    ["o: Order", "o.bare.go()", "Discount"],
    ["o: Order", "o.by_class.go()", "Discount"],
    ["o: Order", "o.declared.go()", "Discount"],
    ["o: Order", "o.number.go()", undefined],
    ["session: Session", "session.get(Discount, 1).go()", "Discount"],
    ["", "db.session.get(User, 1).go()", "User"],
    ["handlers", "handlers.get(Discount).go()", undefined],
    ["session", "for d in session.scalars(select(Discount)): d.go()", "Discount"],
    ["session", "session.scalars(select(Discount).where(x)).all()[0].go()", "Discount"],
    ["session", "session.scalar(select(Discount)).go()", "Discount"],
    ["session", "session.execute(select(Discount).where(a == 1)).scalar_one().go()", "Discount"],
    ["session", "(await session.execute(select(Discount))).scalars().first().go()", "Discount"],
    ["session", "session.execute(select(Discount)).first()[0].go()", "Discount"],
    ["session", "session.execute(select(Discount)).first().go()", undefined],
    ["session", "for d, n in session.execute(select(Discount)): d.go()", "Discount"],
    ["session", "session.query(Discount).filter_by(a=1).first().go()", "Discount"],
    ["bus, plain: Plain", "bus.execute(plain).go()", undefined],
    ["", "User.query.filter_by(id=1).first_or_404().go()", "User"],
    ["", "for u in User.query.all(): u.go()", "User"],
    ["", "Heir.query.get(1).go()", "User"],
    ["", "Plain.query.get(1).go()", undefined],
    ["", "User.query.count().go()", undefined],
  ])("(%s) %s", async (parameters, line, expected) => {
    const edges = edgesOf(
      await graphOf(`${models}//- use.py\nfrom models import *\nasync def f(${parameters}):\n    ${line}\n`),
    );
    const called = edges.filter((one) => one.startsWith("use.py#f call") && one.includes(".go"));
    expect(called).toEqual(expected ? [`use.py#f call models.py#${expected}.go inferred`] : []);
  });
});

const shop = `
//- shop/__init__.py
//- shop/order/__init__.py
//- shop/order/models.py
from django.db import models
from ..pay.models import Payment
class OrderQueryset(models.QuerySet):
    def paid(self): return self.filter(paid=True)
class LineManager(models.Manager):
    def newest(self): return self.first()
class Base(models.Model):
    class Meta: abstract = True
class Order(Base):
    payment = models.ForeignKey(Payment, on_delete=models.CASCADE)
    parent = models.ForeignKey("self", null=True)
    objects = models.Manager.from_queryset(OrderQueryset)()
    live = OrderQueryset.as_manager()
    def go(self): ...
class Line(Base):
    order = models.OneToOneField("Order", on_delete=models.CASCADE)
    objects = LineManager()
    def go(self): ...
class Note(Base):
    objects = models.Manager()
    def go(self): ...
class Plain:
    def go(self): ...
//- shop/pay/__init__.py
//- shop/pay/models.py
from django.db import models
class Payment(models.Model):
    order = models.ForeignKey("order.Order", on_delete=models.CASCADE)
    def go(self): ...
`;

describe("models of Django", () => {
  test.each<readonly [parameters: string, line: string, expected: readonly string[]]>([
    ["", "Note.objects.get(pk=1).go()", ["Note.go"]],
    ["", "Payment.objects.create(a=1).go()", ["Payment.go"]],
    ["", "Order.objects.filter(a=1).order_by('a').first().go()", ["Order.go"]],
    ["", "Line.objects.exclude(a=1)[0].go()", ["Line.go"]],
    ["", "for one in Line.objects.all(): one.go()", ["Line.go"]],
    ["", "for one in Note.objects.filter(a=1): one.go()", ["Note.go"]],
    ["", "one, made = Note.objects.get_or_create(a=1); one.go()", ["Note.go"]],
    ["", "Note.objects.get_or_create(a=1)[0].go()", ["Note.go"]],
    ["", "get_object_or_404(Note, pk=1).go()", ["Note.go"]],
    ["", "Line.objects.newest()", ["LineManager.newest"]],
    ["", "Order.objects.paid()", ["OrderQueryset.paid"]],
    ["", "Order.objects.filter(a=1).paid()", ["OrderQueryset.paid"]],
    ["", "Order.live.exclude(a=1).paid()", ["OrderQueryset.paid"]],
    ["o: Order", "o.payment.go()", ["Payment.go"]],
    ["o: Order", "o.parent.go()", ["Order.go"]],
    ["o: Line", "o.order.go()", ["Order.go"]],
    ["o: Payment", "o.order.go()", ["Order.go"]],
    ["", "Note.objects.values('a')[0].go()", []],
    ["", "Note.objects.count().go()", []],
    ["", "Plain.objects.get(pk=1).go()", []],
    ["n: Note", "n.objects.get(pk=1).go()", []],
  ])("(%s) %s", async (parameters, line, expected) => {
    const use = `//- use.py\nfrom shop.order.models import *\nfrom shop.pay.models import Payment\ndef f(${parameters}):\n    ${line}\n`;
    const edges = edgesOf(await graphOf(shop + use)).filter((one) => one.startsWith("use.py#f call"));
    expect(edges.map((one) => /#(\S+) inferred$/.exec(one)?.[1])).toEqual(expected);
  });
});

describe("what is handed over and gathered", () => {
  rows([
    [
      "a dependency of FastAPI without a type, and a list as all arguments",
      `//- a.py
import asyncio
from fastapi import Depends
class Car:
    def drive(self): ...
def make(): return Car()
async def load() -> Car: ...
def f1(car=Depends(make)): car.drive()
def f2(car=Depends(Car)): car.drive()
def f3(car=Depends(outside)): car.drive()
async def f4():
    for car in await asyncio.gather(*[load() for _ in range(3)]): car.drive()
async def f5(tasks: list[Coroutine[Any, Any, Car]]):
    (await asyncio.gather(*tasks))[1].drive()
def f6(all: list[list[Car]]):
    for row in zip(*all): row[0].drive()
async def f7():
    one, two = await asyncio.gather(load(), *[make() for _ in x])
    two.drive()
`,
      [
        "a.py#make call a.py#Car",
        "a.py#f1 call a.py#Car.drive inferred",
        "a.py#f1 call a.py#make",
        "a.py#f2 call a.py#Car.drive inferred",
        "a.py#f4 call a.py#Car.drive inferred",
        "a.py#f4 call a.py#load",
        "a.py#f5 call a.py#Car.drive inferred",
        "a.py#f6 call a.py#Car.drive inferred",
        "a.py#f7 call a.py#load",
        "a.py#f7 call a.py#make",
      ],
    ],
  ]);
});

describe("classes that are given to a constructor", () => {
  rows([
    [
      "by the parameter for types that it is for",
      `//- app.py
from typing import Generic, TypeVar
T = TypeVar("T")
S = TypeVar("S", Foo, Bar)
class Foo:
    def greet(self): ...
class Bar: ...
class Holder(Wrapped[S]):
    def get(self) -> S: ...
class FooHolder(Holder[Foo]): ...
class Service(Generic[T]):
    def __init__(self, model: type[T], n=1) -> None: ...
    def get(self) -> T: ...
class Heir(Service[T]): ...
class Plain:
    def __init__(self, model: type[T]): ...
    def get(self) -> T: ...
services = Service(Foo)
def f1(): services.get().greet()
def f2(): Service(Foo).get().greet()
def f3(): Heir(Foo).get().greet()
def f4(): Plain(Foo).get().greet()
def f5(x: FooHolder): x.get().greet()
`,
      [
        "app.py call app.py#Service",
        "app.py#FooHolder inherit app.py#Holder",
        "app.py#Heir inherit app.py#Service",
        ...["f1", "f2", "f3", "f5"].map((name) => `app.py#${name} call app.py#Foo.greet inferred`),
        "app.py#f1 call app.py#Service.get inferred",
        "app.py#f2 call app.py#Service",
        "app.py#f2 call app.py#Service.get inferred",
        "app.py#f3 call app.py#Heir",
        "app.py#f3 call app.py#Service.get inferred",
        "app.py#f4 call app.py#Plain",
        "app.py#f4 call app.py#Plain.get",
        "app.py#f5 call app.py#Holder.get inferred",
      ],
    ],
  ]);
});
