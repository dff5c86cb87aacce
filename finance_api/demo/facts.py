"""What the demo world is made of: the names and figures of a small Brazilian company group."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True)
class Books:
    """One workspace: its companies (name, CNPJ root and branch), accounts, and how many titles
    it holds."""

    name: str
    approval_gate: bool
    companies: Sequence[tuple[str, str, str]]
    titles: int
    people: int


@dataclass(frozen=True)
class Group:
    """One organization and its workspaces."""

    name: str
    books: Sequence[Books]


GROUPS = (
    Group(
        "Grupo Serra Azul",
        (
            Books(
                "Serra Azul Varejo",
                approval_gate=False,
                companies=(
                    ("Serra Azul Comércio de Alimentos Ltda.", "184720350001", "LucroReal"),
                    (
                        "Serra Azul Comércio de Alimentos Ltda. (filial Campinas)",
                        "184720350002",
                        "LucroReal",
                    ),
                    ("Empório Serra Azul Ltda.", "12ABC3450001", "SimplesNacional"),
                ),
                titles=800,
                people=30,
            ),
            Books(
                "Serra Azul Indústria",
                approval_gate=True,
                companies=(
                    ("Serra Azul Indústria de Laticínios S.A.", "293814470001", "LucroPresumido"),
                ),
                titles=400,
                people=18,
            ),
        ),
    ),
    Group(
        "Ipê Serviços",
        (
            Books(
                "Ipê Manutenção Predial",
                approval_gate=False,
                companies=(("Ipê Manutenção Predial Ltda.", "376190820001", "SimplesNacional"),),
                titles=300,
                people=14,
            ),
        ),
    ),
)

#: Three levels: a group, its lines, and their details.
DEBITS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "Custos operacionais": {
        "Mercadorias para revenda": ("Alimentos secos", "Bebidas", "Perecíveis"),
        "Logística": ("Frete de compras", "Frete de vendas", "Combustível"),
    },
    "Despesas administrativas": {
        "Ocupação": ("Aluguel", "Condomínio", "Energia elétrica", "Água e esgoto"),
        "Serviços de terceiros": ("Contabilidade", "Advocacia", "Limpeza e conservação"),
        "Tecnologia": ("Licenças de software", "Telefonia e internet"),
    },
    "Pessoal": {"Folha de pagamento": ("Salários", "Vale-transporte", "Plano de saúde")},
    "Tributos": {"Impostos e contribuições": ("ISS", "ICMS", "INSS patronal")},
}
CREDITS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "Receitas": {
        "Vendas": ("Vendas no balcão", "Vendas a prazo", "Vendas on-line"),
        "Serviços prestados": ("Contratos mensais", "Chamados avulsos"),
    },
    "Receitas financeiras": {"Rendimentos": ("Aplicações", "Juros recebidos")},
}

CENTERS = (
    ("Loja Centro", "both"),
    ("Loja Jardim", "both"),
    ("Administração", "cost"),
    ("Logística", "cost"),
    ("Comercial", "revenue"),
)

TAXES = (
    ("IRRF", Decimal("1.50")),
    ("PIS", Decimal("0.65")),
    ("COFINS", Decimal("3.00")),
    ("CSLL", Decimal("1.00")),
    ("ISS", Decimal("5.00")),
)

#: (name, type, bank code)
ACCOUNTS = (
    ("Conta corrente Banco do Brasil", "checking", "001"),
    ("Conta corrente Itaú", "checking", "341"),
    ("Poupança Caixa", "savings", "104"),
    ("Caixa da loja", "cash", None),
    ("Aplicação CDB", "investment", "341"),
)

SUPPLIERS = (
    "Distribuidora Boa Mesa Ltda.", "Atacado Vale Verde S.A.", "Laticínios Campo Belo Ltda.",
    "Bebidas Ouro Preto S.A.", "Transportes Três Rios Ltda.", "Posto Anhanguera Ltda.",
    "Imobiliária Horizonte Ltda.", "Condomínio Edifício Paulista", "Companhia Paulista de Energia",
    "Saneamento Municipal", "Contábil Ferreira & Lima", "Moraes Advogados Associados",
    "Limpa Tudo Conservação Ltda.", "Nuvem Clara Software Ltda.", "Telefonia Brasileira S.A.",
    "Clínica Saúde Plena S.A.", "Embalagens Mantiqueira Ltda.", "Gráfica Aurora Ltda.",
    "Segurança Sentinela Ltda.", "Elétrica Luz do Dia Ltda.", "Papelaria Ponto & Vírgula Ltda.",
    "Frigorífico Boi Gordo Ltda.",
)  # fmt: skip

CUSTOMERS = (
    "Restaurante Sabor da Terra Ltda.", "Padaria Pão Nosso Ltda.", "Mercado Bom Preço Ltda.",
    "Hotel Mirante Ltda.", "Escola Caminho do Saber", "Condomínio Parque das Águas",
    "Hospital Santa Rita", "Cafeteria Grão Fino Ltda.", "Pousada das Flores Ltda.",
    "Lanchonete da Praça ME", "Supermercado Família S.A.", "Buffet Celebrar Ltda.",
)  # fmt: skip

INDIVIDUALS = (
    "Maria Aparecida Nogueira", "João Batista Carvalho", "Ana Paula Siqueira",
    "Carlos Eduardo Ramos", "Fernanda Oliveira Prado", "Paulo Henrique Teixeira",
    "Juliana Castro Melo", "Ricardo Alves Pinto", "Beatriz Moura Andrade", "Sérgio Luiz Fontes",
)  # fmt: skip

#: (description, category, lowest, highest) of what is owed.
OWED = (
    ("Compra de alimentos secos", "Alimentos secos", 400, 9_000),
    ("Compra de bebidas", "Bebidas", 300, 6_500),
    ("Compra de perecíveis", "Perecíveis", 250, 4_200),
    ("Frete de entrega", "Frete de vendas", 90, 1_400),
    ("Frete de compras", "Frete de compras", 120, 1_900),
    ("Abastecimento da frota", "Combustível", 150, 1_100),
    ("Conta de luz", "Energia elétrica", 380, 3_600),
    ("Conta de água", "Água e esgoto", 110, 900),
    ("Honorários contábeis", "Contabilidade", 900, 2_400),
    ("Honorários advocatícios", "Advocacia", 1_200, 6_000),
    ("Serviço de limpeza", "Limpeza e conservação", 600, 2_800),
    ("Licença de software", "Licenças de software", 80, 1_500),
    ("Internet e telefonia", "Telefonia e internet", 120, 780),
    ("Plano de saúde da equipe", "Plano de saúde", 1_800, 7_500),
)
#: The same of what is to be received.
DUE = (
    ("Venda a prazo", "Vendas a prazo", 300, 8_000),
    ("Pedido on-line", "Vendas on-line", 60, 1_200),
    ("Contrato mensal de fornecimento", "Contratos mensais", 1_500, 9_500),
    ("Chamado avulso", "Chamados avulsos", 180, 2_200),
)
